package logging

import (
	"log/slog"
	"slices"
	"strings"
)

// Environment variables that hold the filter.
const (
	VariableLog     = "VALKEY_OPERATOR_LOG"
	VariableRustLog = "RUST_LOG"
)

// FilterFrom returns the filter of an environment: VALKEY_OPERATOR_LOG, or
// RUST_LOG if the first is unset or empty. lookup has the contract of
// os.LookupEnv.
func FilterFrom(lookup func(string) (string, bool)) string {
	if filter, ok := lookup(VariableLog); ok && filter != "" {
		return filter
	}
	filter, _ := lookup(VariableRustLog)
	return filter
}

// directive is one part of a filter; the empty target is all targets.
type directive struct {
	target string
	level  rank
}

// covers reports whether the directive is about the target: the same, or one
// below it.
func (d directive) covers(target string) bool {
	if d.target == "" {
		return true
	}
	rest, ok := strings.CutPrefix(target, d.target)
	return ok && (rest == "" || strings.HasPrefix(rest, separator))
}

// filter is a set of directives with different targets.
type filter []directive

// enabled asks the most specific directive that covers the target. A target
// that none covers is off.
func (f filter) enabled(target string, level slog.Level) bool {
	best := directive{level: rankOff}
	for _, d := range f {
		if d.covers(target) && len(d.target) >= len(best.target) {
			best = d
		}
	}
	return rankOf(level) <= best.level
}

// set adds a directive, or replaces the one with the same target: the last of
// two wins.
func (f filter) set(added directive) filter {
	for i := range f {
		if f[i].target == added.target {
			f[i] = added
			return f
		}
	}
	return append(f, added)
}

// mentionsUs reports whether a directive is about any target of the operator;
// off is too.
func (f filter) mentionsUs() bool {
	root := directive{target: TargetRoot}
	return slices.ContainsFunc(f, func(d directive) bool { return d.target == "" || root.covers(d.target) })
}
