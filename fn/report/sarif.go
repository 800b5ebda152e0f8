package report

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// Constants of a SARIF log.
const (
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifVersion = "2.1.0"
	// language of messages and rules.
	language = "en-GB"
	// columnKind says that columns count Unicode characters, as YAML nodes do;
	// a reader that is told nothing counts units of UTF-16.
	columnKind = "unicodeCodePoints"
	// informationURI is where the module's path leads.
	informationURI = "https://github.com/valkey-menu/valkey-menu"
)

// newlines end a line in YAML 1.1, which our line numbers follow; longer ones
// come first.
func newlines() []string { return []string{"\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029"} }

// sarif is the report as a log of one run. Suppressed results are in it, and
// say so. The structs are ours and not a library's: what is written is what is
// meant, without the empty lists and defaults that a library of the whole
// standard adds to each result.
func sarif(r Report, version string) ([]byte, error) {
	driver := sarifDriver{Name: "valkey-menu", InformationURI: informationURI, Language: language, Rules: sarifRules(r.Results)}
	driver.setVersion(version)
	index := make(map[string]int, len(driver.Rules))
	for i, rule := range driver.Rules {
		index[rule.ID] = i
	}
	run := sarifRun{
		Tool: sarifTool{driver}, Language: language, ColumnKind: columnKind, NewlineSequences: newlines(),
		Results: make([]sarifResult, len(r.Results)),
	}
	prints := fingerprints{}
	for i, one := range r.Results {
		run.Results[i] = newSarifResult(one, prints.of(one))
		run.Results[i].RuleIndex = index[run.Results[i].RuleID]
	}
	return encode(sarifLog{Schema: sarifSchema, Version: sarifVersion, Runs: []sarifRun{run}})
}

// semantic is a version of Semantic Versioning 2.0.0.
var semantic = regexp.MustCompile(`^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}` +
	`(-(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?` +
	`(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)

// setVersion writes a version as a semantic one only if it is one; Go puts a v
// before it.
func (d *sarifDriver) setVersion(version string) {
	if bare := strings.TrimPrefix(version, "v"); semantic.MatchString(bare) {
		d.SemanticVersion = bare
		return
	}
	d.Version = Printable(version)
}

func newSarifResult(r Result, prints map[string]string) sarifResult {
	out := sarifResult{
		RuleID: Printable(r.Rule), Level: sarifLevel(r.Severity),
		Message:             sarifText{unlinked(Printable(r.about()))},
		Locations:           []sarifLocation{{sarifPlace(r), []sarifLogical{sarifObject(r)}}},
		PartialFingerprints: prints,
		Suppressions:        []sarifSuppression{}, // known to be none, where no list means not known
	}
	if r.Suppressed {
		out.Suppressions = append(out.Suppressions, sarifSuppression{
			Kind: "inSource", Status: "accepted", Justification: Printable(r.Justification),
		})
	}
	return out
}

// unlinked takes what SARIF reads as a link, [text](target), out of a message.
func unlinked(text string) string { return strings.ReplaceAll(text, "](", "] (") }

func sarifLevel(s lint.Severity) string {
	switch s {
	case lint.Error, lint.Warning:
		return string(s)
	default:
		return "note"
	}
}

// sarifRules describes the rules that have results, sorted by id.
func sarifRules(results []Result) []sarifRule {
	rules := []sarifRule{}
	have := map[string]bool{}
	for _, one := range results {
		if id := Printable(one.Rule); !have[id] {
			have[id] = true
			rules = append(rules, newSarifRule(one))
		}
	}
	slices.SortFunc(rules, func(a, b sarifRule) int { return cmp.Compare(a.ID, b.ID) })
	return rules
}
