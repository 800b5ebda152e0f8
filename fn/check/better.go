package check

import (
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// betterRules maps rules to those of the schema engine that say the same of the
// same field in general words.
func betterRules() map[string][]string {
	const schemaInvalid, celRule, metadataInvalid = "VK001", "VK005", "VK007"
	return map[string][]string{
		"VK040": {celRule},                        // duplicate username
		"VK041": {celRule},                        // reserved username
		"VK042": {schemaInvalid},                  // password hash
		"VK064": {celRule},                        // reserved pod annotation
		"VK065": {celRule},                        // length of a cluster's name
		"VK070": {schemaInvalid, metadataInvalid}, // a boolean for a string
		"VK071": {schemaInvalid, metadataInvalid}, // a number for a string
	}
}

const nameTooLong = "VK065"

func isBetter(rule string) bool { return betterRules()[rule] != nil }

// better are the results that make one of the schema engine needless. Only
// what fails a run as surely as that does counts.
type better map[report.Object][]report.Result

func newBetter(results []report.Result) better {
	known := better{}
	rules := betterRules()
	for _, r := range results {
		if rules[r.Rule] != nil && r.Severity == lint.Error && !r.Suppressed {
			known[r.Object] = append(known[r.Object], r)
		}
	}
	return known
}

// replaces reports whether a result of the schema engine is said already, at its
// place or below it.
func (b better) replaces(r report.Result) bool {
	return slices.ContainsFunc(b[r.Object], func(said report.Result) bool { return saysTheSame(said, r) })
}

// saysTheSame reports whether a better result is about what one of the schema
// engine is about.
func saysTheSame(said, r report.Result) bool {
	if said.Rule == nameTooLong && !strings.Contains(r.Message, "characters") {
		return false // another rule about the name
	}
	return slices.Contains(betterRules()[said.Rule], r.Rule) && said.File == r.File && within(normal(said.Path), normal(r.Path))
}

// markRefused passes the API server's verdicts on to the better results that say
// the same, also to those that are suppressed or graded down: the server does not
// ask.
func markRefused(results, verdicts []report.Result) {
	of := map[report.Object][]report.Result{}
	for _, v := range verdicts {
		of[v.Object] = append(of[v.Object], v)
	}
	for i, said := range results {
		if isBetter(said.Rule) && slices.ContainsFunc(of[said.Object], func(v report.Result) bool { return v.Refused && saysTheSame(said, v) }) {
			results[i].Refused = true
		}
	}
}
