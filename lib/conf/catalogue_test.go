package conf_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestFor(t *testing.T) {
	tests := map[string]string{
		"7.2": "8.0", "8.0.1": "8.0", "8.1": "8.1", "8.9": "8.1", "9": "9.0", "9.0.4": "9.0",
		"9.1.2": "9.1", "9.2": "9.1", "10.0": "9.1", "unstable": "9.0", "": "9.0",
	}
	for text, want := range tests {
		v, _ := conf.ParseVersion(text)
		if got := conf.For(v).Version.String(); got != want {
			t.Errorf("For(%q) = %s, want %s", text, got, want)
		}
	}
}

// TestCatalogueData holds for every embedded file what the code relies on.
func TestCatalogueData(t *testing.T) {
	var versions []string
	for _, v := range conf.Versions() {
		versions = append(versions, v.String())
		c := conf.For(v)
		want := conf.FromServer
		if v.String() == "9.0" {
			want = conf.FromSource // no package offers a 9.0 server
		}
		if c.From != want || c.About == "" || !strings.HasPrefix(c.Recorded, v.String()+".") {
			t.Errorf("%s: from %q, recorded %q, about %q, want it from the %s and all set", v, c.From, c.Recorded, c.About, want)
		}
		directives := c.Directives()
		if len(directives) < 200 {
			t.Errorf("%s: %d directives, want at least 200", v, len(directives))
		}
		if !slices.IsSortedFunc(directives, func(a, b conf.Directive) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s: not sorted by name", v)
		}
		for _, d := range directives {
			checkDirective(t, v, d)
		}
	}
	if diff := cmp.Diff([]string{"8.0", "8.1", "9.0", "9.1"}, versions); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
}

func checkDirective(t *testing.T, v conf.Version, d conf.Directive) {
	t.Helper()
	types := []conf.Type{conf.TypeBool, conf.TypeEnum, conf.TypeInteger, conf.TypeMemory, conf.TypeString, conf.TypeSpecial}
	numeric := d.Type == conf.TypeInteger || d.Type == conf.TypeMemory
	switch {
	case !slices.Contains(types, d.Type):
		t.Errorf("%s %s: type %q", v, d.Name, d.Type)
	case d.From != conf.For(v).From:
		t.Errorf("%s %s: from %q", v, d.Name, d.From)
	case (len(d.Enum) > 1) != (d.Type == conf.TypeEnum):
		t.Errorf("%s %s: %s with words %v", v, d.Name, d.Type, d.Enum)
	case numeric != (d.Min != nil && d.Max != nil):
		t.Errorf("%s %s: %s, bounds set: %v", v, d.Name, d.Type, d.Min != nil)
	case d.Multi != (len(d.Args) == 2 && d.Name != "include"):
		t.Errorf("%s %s: multi %v with arguments %v", v, d.Name, d.Multi, d.Args)
	case !d.Since.Known():
		t.Errorf("%s %s: no since", v, d.Name)
	}
	// Commands in the file have no default.
	if command := d.Name == "user" || d.Name == "rename-command" || d.Name == "replicaof"; !command {
		if err := d.Check(d.Default); err != nil {
			t.Errorf("%s %s: default %q: %v", v, d.Name, d.Default, err)
		}
	}
}

func TestLookup(t *testing.T) {
	c := conf.For(version(t, "9.1"))
	tests := map[string]string{
		"maxmemory": "maxmemory", "MaxMemory": "maxmemory", "masterauth": "primaryauth", "MASTERUSER": "primaryuser",
		"slaveof": "replicaof", "lua-time-limit": "busy-reply-threshold", "hash-max-ziplist-value": "hash-max-listpack-value",
		"slowlog-max-len": "commandlog-slow-execution-max-len",
	}
	for name, want := range tests {
		d, ok := c.Lookup(name)
		if !ok || d.Name != want {
			t.Errorf("Lookup(%q) = %q, %v, want %q", name, d.Name, ok, want)
		}
	}
	for _, name := range []string{"", "maxmemmory", " maxmemory", "ﬁ", "module.setting"} {
		if d, ok := c.Lookup(name); ok {
			t.Errorf("Lookup(%q) = %q, want nothing", name, d.Name)
		}
	}
}

func TestLifetimes(t *testing.T) {
	tests := map[string]struct{ since, until string }{
		"maxmemory":                 {"8.0", "unknown"},
		"log-format":                {"8.1", "unknown"},
		"cluster-databases":         {"9.0", "unknown"},
		"tls-auto-reload-interval":  {"9.1", "unknown"},
		"dynamic-hz":                {"8.0", "8.1"},
		"events-per-io-thread":      {"8.0", "9.1"},
		"slowlog-max-len":           {"8.0", "unknown"},
		"lua-enable-deprecated-api": {"8.1", "unknown"}, // 8.1.1 as packaged has it
		"list-max-ziplist-entries":  {"8.0", "8.0"},
	}
	for name, want := range tests {
		d, ok := conf.LookupAny(name)
		if !ok {
			t.Errorf("LookupAny(%q): not found", name)
			continue
		}
		if d.Since.String() != want.since || d.Until.String() != want.until {
			t.Errorf("%s: since %s until %s, want %s and %s", name, d.Since, d.Until, want.since, want.until)
		}
	}
	if d, ok := conf.LookupAny("maxmemmory"); ok {
		t.Errorf("LookupAny finds %q", d.Name)
	}
	if _, ok := conf.For(version(t, "9.0")).Lookup("tls-auto-reload-interval"); ok {
		t.Error("9.0 has tls-auto-reload-interval, want it from 9.1")
	}
	if d, ok := conf.For(version(t, "9.1")).Lookup("dynamic-hz"); !ok || !d.Ignored {
		t.Errorf("dynamic-hz in 9.1: %v, ignored %v, want found and ignored", ok, d.Ignored)
	}
}

func TestSuggest(t *testing.T) {
	c := conf.For(version(t, "9.1"))
	tests := map[string]string{
		"maxmemmory": "maxmemory", "MaxMemmory": "maxmemory", "appendonyl": "appendonly", "maxmemory-polcy": "maxmemory-policy",
		"masterath": "masterauth", "prot": "port", "maxmemory": "", "hx": "", "": "", "completely-different": "", "dynamic-h": "",
	}
	for name, want := range tests {
		if got, ok := c.Suggest(name); got != want || ok != (want != "") {
			t.Errorf("Suggest(%q) = %q, %v, want %q", name, got, ok, want)
		}
	}
}
