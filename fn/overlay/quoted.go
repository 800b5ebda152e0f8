package overlay

import "regexp"

// configs are the configurations of builtin plugins that kustomize puts into
// errors, ahead of the cause.
var configs = regexp.MustCompile("(?s)with config: `.*`: ")

// quotes are how kustomize and kyaml (both v0.21.2) begin to quote objects,
// generators with their literals, patches and values in errors. Any of these may
// hold the data of a Secret.
var quotes = regexp.MustCompile("with config: `|cannot unmarshal !!\\w+ `" +
	`|nodes unequal:|lists have different number of entries: ` +
	`|(?:merging from|adding origin annotations for) generator |merging (?:config|CRDs|vars) ` +
	`|literal sources \[|invalid literal source |invalid utf8 bytes : |missing (?:key name|file path) for ` +
	`|must specify one of patch and path in|patch and path can't be set at the same time` +
	`|\[patch: |JsonOp=|, Patch=|decoding \[|decoding \{|must specify a target for patch ` +
	`|out of bounds for value |found multiple possible referrals: |found multiple objects ` +
	`|(?:roleRef|apiGroup|kind) cannot be found in |expected 1 resource, found \d+ in ` +
	`|missing (?:kind|metadata\.name) in object |empty item at .{0,200}? in object ` +
	`|for the following resource:|is not a string: |&?(?:resmap\.resWrangler|resource\.Resource|yaml\.Node)\{`)

// causes are ends of errors that say what is wrong and quote no more than a name.
var causes = regexp.MustCompile(`(?:may not add resource with an already registered id: \S+|behavior must be merge or replace)$`)

// unquoted cuts the text of an error where it begins to quote.
func unquoted(text string) string {
	text = configs.ReplaceAllString(text, "with config: ... (not shown: it may hold secrets): ")
	at := quotes.FindStringIndex(text)
	if at == nil {
		return text
	}
	cut := text[:at[1]] + "... (not shown: it may hold secrets)"
	if cause := causes.FindString(text[at[1]:]); cause != "" {
		cut += ": " + cause
	}
	return cut
}
