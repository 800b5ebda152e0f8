package conf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestCanonical(t *testing.T) {
	tests := map[string]string{
		"maxmemory": "maxmemory", "MaxMemory": "maxmemory", "masterauth": "primaryauth", "MasterUser": "primaryuser",
		"slaveof": "replicaof", "slave-announce-ip": "replica-announce-ip", "cluster-slave-no-failover": "cluster-replica-no-failover",
		"client-output-buffer-limit": "client-output-buffer-limit", "server_cpulist": "server-cpulist",
		"list-max-ziplist-size": "list-max-listpack-size", "unknown-THING": "unknown-thing", "": "",
		// 8.0 has only the older name, every version takes it.
		"commandlog-slow-execution-max-len": "slowlog-max-len", "slowlog-max-len": "slowlog-max-len",
		"commandlog-execution-slower-than": "slowlog-log-slower-than",
		// Only ASCII is lower-cased: the Kelvin sign is no k.
		"\u212aey": "\u212aey", "É": "É",
	}
	for name, want := range tests {
		if got := conf.Canonical(name); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestCanonicalIsAcceptedEverywhere: a canonical name is what is rendered, so each version
// that knows any spelling of a directive must know the canonical one.
func TestCanonicalIsAcceptedEverywhere(t *testing.T) {
	for _, v := range conf.Versions() {
		for _, d := range conf.For(v).Directives() {
			canonical := conf.Canonical(d.Name)
			got, ok := conf.For(v).Lookup(canonical)
			if !ok || got.Name != d.Name {
				t.Errorf("%s: Lookup(%q) = %q, %v, want %q", v, canonical, got.Name, ok, d.Name)
			}
			for _, alias := range d.Aliases {
				if conf.Canonical(strings.ToUpper(alias)) != canonical {
					t.Errorf("%s: alias %q of %q is canonically %q", v, alias, d.Name, conf.Canonical(alias))
				}
			}
			if again := conf.Canonical(canonical); again != canonical {
				t.Errorf("Canonical(%q) = %q, want no change", canonical, again)
			}
		}
	}
}

func TestSpellings(t *testing.T) {
	tests := map[string][]string{
		"PrimaryAuth":     {"masterauth", "primaryauth"},
		"slowlog-max-len": {"commandlog-slow-execution-max-len", "slowlog-max-len"},
		"maxmemory":       {"maxmemory"},
		"No-Such":         {"no-such"},
	}
	for name, want := range tests {
		if diff := cmp.Diff(want, conf.Spellings(name)); diff != "" {
			t.Errorf("Spellings(%q) (-want +got):\n%s", name, diff)
		}
	}
}

func TestCanonicalMap(t *testing.T) {
	tests := map[string]struct {
		in        map[string]string
		want      map[string]string
		conflicts []conf.Conflict
	}{
		"nothing":            {nil, map[string]string{}, nil},
		"one spelling":       {map[string]string{"MaxMemory": "1gb"}, map[string]string{"maxmemory": "1gb"}, nil},
		"canonical one wins": {map[string]string{"MaxMemory": "1gb", "maxmemory": "2gb"}, map[string]string{"maxmemory": "2gb"}, []conf.Conflict{{"maxmemory", []string{"MaxMemory", "maxmemory"}, "maxmemory"}}},
		"first one wins":     {map[string]string{"slave-priority": "1", "Replica-Priority": "2"}, map[string]string{"replica-priority": "2"}, []conf.Conflict{{"replica-priority", []string{"Replica-Priority", "slave-priority"}, "Replica-Priority"}}},
		"several conflicts":  {map[string]string{"A": "1", "a": "2", "HZ": "3", "hz": "4", "Hz": "5"}, map[string]string{"a": "2", "hz": "4"}, []conf.Conflict{{"a", []string{"A", "a"}, "a"}, {"hz", []string{"HZ", "Hz", "hz"}, "hz"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, conflicts := conf.CanonicalMap(tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("map (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.conflicts, conflicts); diff != "" {
				t.Errorf("conflicts (-want +got):\n%s", diff)
			}
		})
	}
}
