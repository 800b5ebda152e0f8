package docs_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// minors are the catalogued versions, and unknown.
func minors() []conf.Version {
	return []conf.Version{{}, {Major: 8, Minor: 0}, {Major: 8, Minor: 1}, {Major: 9, Minor: 0}, {Major: 9, Minor: 1}}
}

// shown is a value as the pages write it.
func shown(value string) string {
	if value == "" {
		return "`\"\"`"
	}
	return code(value)
}

func rows(settings []conf.Setting) [][]string {
	var all [][]string
	for _, s := range settings {
		all = append(all, []string{code(s.Name), shown(s.Value), s.Reason})
	}
	return all
}

func TestForcedSettings(t *testing.T) {
	got := tables(section(t, read(t, "resolution.md"), "## Forced settings"))
	if len(got) != 2 {
		t.Fatalf("%d tables, want that of plaintext and that of TLS", len(got))
	}
	plain := conf.Forced(conf.Env{})
	if diff := cmp.Diff(rows(plain), got[0]); diff != "" {
		t.Errorf("forced settings (-want +page):\n%s", diff)
	}
	tls := slices.DeleteFunc(
		conf.Forced(conf.Env{TLS: true, Hostname: "{pod}.{cluster}.{namespace}.svc.{clusterDomain}"}),
		func(s conf.Setting) bool { return slices.Contains(plain, s) },
	)
	if diff := cmp.Diff(rows(tls), got[1]); diff != "" {
		t.Errorf("forced settings with TLS (-want +page):\n%s", diff)
	}
}

// The third column of the page says for which versions a default is there.
func TestDefaultSettings(t *testing.T) {
	table := only(t, read(t, "resolution.md"), "## Default settings")
	for _, v := range minors() {
		var want [][]string
		for _, row := range table {
			if row[2] == "any" || row[2] == "9.0 and later, or unknown" && !v.Below(9, 0) {
				want = append(want, []string{row[0], row[1], row[3]})
			}
		}
		if diff := cmp.Diff(rows(conf.Defaults(v)), want); diff != "" {
			t.Errorf("defaults of Valkey %s (-want +page):\n%s", v, diff)
		}
	}
}

func TestManagedDirectives(t *testing.T) {
	table := only(t, read(t, "resolution.md"), "## Managed directives")
	var listed []string
	for _, row := range table {
		name := bare(row[0])
		listed = append(listed, name)
		reason, managed := conf.ManagedReason(strings.TrimSuffix(name, "*") + suffix(name))
		if !managed || reason != row[1] {
			t.Errorf("%s: reason %q, managed %v; the page says %q", name, reason, managed, row[1])
		}
	}
	checked := 0
	for _, name := range catalogued() {
		managed := conf.IsManaged(name)
		if managed {
			checked++
		}
		if on := isListed(listed, conf.Canonical(name)); on != managed {
			t.Errorf("%s: on the page %v, managed %v", name, on, managed)
		}
	}
	if checked < len(table)/2 {
		t.Errorf("only %d managed directives in the catalogues: nothing was compared", checked)
	}
}

// suffix makes a directive from a family, which names no directive itself.
func suffix(name string) string {
	if strings.HasSuffix(name, "*") {
		return "any"
	}
	return ""
}

// catalogued lists every name of every directive.
func catalogued() []string {
	var all []string
	for _, v := range minors() {
		for _, d := range conf.For(v).Directives() {
			all = append(append(all, d.Name), d.Aliases...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func isListed(listed []string, name string) bool {
	return slices.ContainsFunc(listed, func(l string) bool {
		family, is := strings.CutSuffix(l, "*")
		return l == name || is && strings.HasPrefix(name, family)
	})
}

// A directive of the settings table is forced or has a default, and the cell
// holds the value.
func TestDivergentSettings(t *testing.T) {
	ours := map[string]string{}
	for _, s := range append(conf.Defaults(conf.Version{}), conf.Forced(conf.Env{})...) {
		ours[s.Name] = s.Value
	}
	for _, row := range only(t, read(t, "divergence.md"), "## Settings") {
		name, here := bare(row[0]), row[2]
		value, inFile := ours[name]
		switch {
		case inFile && !strings.Contains(here, shown(value)):
			t.Errorf("%s: the page says %q, lib/conf %q", name, here, value)
		case !inFile && !conf.IsForced(name, false):
			t.Errorf("%s: neither forced nor a default", name)
		}
		delete(ours, name)
	}
	for _, s := range conf.Defaults(conf.Version{}) {
		if _, missing := ours[s.Name]; missing {
			t.Errorf("default %s is missing from the page", s.Name)
		}
	}
}

// Every managed directive or family stands in the table of what is left out,
// apart from those that are forced and named on this page or the other.
func TestDivergentManagedDirectives(t *testing.T) {
	table := only(t, read(t, "divergence.md"), "## Directives that pass through there and are left out here")
	var names []string
	for _, row := range table {
		names = append(names, bare(row[0]))
		if !conf.IsManaged(bare(row[0])) || !strings.HasPrefix(row[1], "left out") {
			t.Errorf("%s: managed %v, and the page says %q", row[0], conf.IsManaged(bare(row[0])), row[1])
		}
	}
	for _, row := range only(t, read(t, "resolution.md"), "## Managed directives") {
		rule := bare(row[0])
		on := slices.ContainsFunc(names, func(n string) bool { return isListed([]string{rule}, n) })
		forced := conf.IsForced(rule, false) && rule != "include"
		if on == forced {
			t.Errorf("%s: on the page %v, forced %v", rule, on, forced)
		}
	}
}
