package conf_test

import (
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestEffective(t *testing.T) {
	menu := map[string]string{
		"maxmemory": "2gb", "save": "900 1", "PORT": "7000", "TLS-Port": "1", "MasterAuth": "hunter2", "user": "evil on nopass",
		"cluster-node-timeout": "5000", "cluster-preferred-endpoint-type": "ip", "requirepass": "",
	}
	got := conf.Effective(menu, conf.Env{Version: conf.Version{Major: 9}})
	want := plainSettings()
	maps.Copy(want, map[string]string{
		"maxmemory": "2gb", "save": "900 1", "repl-diskless-sync-delay": "0", "shutdown-on-sigterm": "nosave failover",
		"cluster-preferred-endpoint-type": "ip",
	})
	if diff := cmp.Diff(want, got.Map()); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	auth, _ := conf.ManagedReason("primaryauth")
	tls, _ := conf.ManagedReason("tls-port")
	users, _ := conf.ManagedReason("user")
	wantDropped := []conf.Dropped{
		{Name: "cluster-node-timeout", Value: "5000", Forced: true, ForcedValue: "5000", Reason: "failover timing is part of the operator's contract"},
		{Name: "port", Value: "7000", Forced: true, ForcedValue: "6379", Reason: "the Service and the probes use this port"},
		{Name: "primaryauth", Value: conf.Redacted, Managed: true, Forced: true, Reason: auth},
		{Name: "requirepass", Value: "", Managed: true, Reason: auth},
		{Name: "tls-port", Value: "1", Managed: true, Reason: tls},
		{Name: "user", Value: conf.Redacted, Managed: true, Reason: users},
	}
	if diff := cmp.Diff(wantDropped, got.Dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
}

func TestEffectiveOrigins(t *testing.T) {
	result := conf.Effective(map[string]string{"Save": "900 1", "hz": "20"}, conf.Env{})
	got := map[string]conf.Origin{}
	for _, s := range result.Settings {
		got[s.Name] = s.Origin
		if (s.Reason == "") != (s.Origin == conf.OriginMenu) {
			t.Errorf("%s from %s has reason %q", s.Name, s.Origin, s.Reason)
		}
	}
	want := map[string]conf.Origin{
		"save": conf.OriginMenu, "hz": conf.OriginMenu, "repl-diskless-sync-delay": conf.OriginDefault, "shutdown-on-sigterm": conf.OriginDefault,
	}
	for name := range plainSettings() {
		want[name] = conf.OriginForced
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("origins (-want +got):\n%s", diff)
	}
	if !slices.IsSortedFunc(result.Settings, func(a, b conf.EffectiveSetting) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("settings are not sorted")
	}
}

// randomCase is one of the spellings of a name that a server takes for it.
func randomCase(r *rand.Rand, name string) string {
	b := []byte(name)
	for i, c := range b {
		if c >= 'a' && c <= 'z' && r.Intn(2) == 0 {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// protected is every directive that a menu must not set, forced or managed, as
// the catalogues of all versions know them.
func protected(tls bool) []string {
	names := map[string]bool{"primaryauth": true, "cluster-announce-ip": true}
	for _, s := range conf.Forced(conf.Env{TLS: tls, Hostname: "h"}) {
		names[s.Name] = true
	}
	for _, v := range conf.Versions() {
		for _, d := range conf.For(v).Directives() {
			if conf.IsManaged(d.Name) {
				names[conf.Canonical(d.Name)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// TestNoSpellingPassesAForcedOrManagedDirective is the property that the whole
// package stands for: whatever case or alias a menu uses, the rendered file is the same.
func TestNoSpellingPassesAForcedOrManagedDirective(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, tls := range []bool{false, true} {
		env := conf.Env{TLS: tls, Hostname: "h.example", Version: conf.Version{Major: 9, Minor: 1}}
		want, err := conf.Render(conf.Effective(nil, env).Map())
		if err != nil {
			t.Fatal(err)
		}
		names := protected(tls)
		if len(names) < 50 {
			t.Fatalf("%d protected directives, want at least 50", len(names))
		}
		for _, name := range names {
			for _, spelling := range conf.Spellings(name) {
				for range 8 {
					key := randomCase(r, spelling)
					result := conf.Effective(map[string]string{key: "evil"}, env)
					got, err := conf.Render(result.Map())
					if err != nil || got != want {
						t.Fatalf("TLS %v: key %q changes the file, error %v:\n%s", tls, key, err, cmp.Diff(want, got))
					}
					if len(result.Dropped) != 1 || result.Dropped[0].Name != name {
						t.Fatalf("TLS %v: key %q drops %+v, want %q", tls, key, result.Dropped, name)
					}
				}
			}
		}
	}
}

func TestForcedSettingsSurviveAnyMenu(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	var spellings []string
	for _, d := range conf.For(conf.Version{Major: 9, Minor: 1}).Directives() {
		spellings = append(spellings, conf.Spellings(d.Name)...)
	}
	for range 300 {
		menu := map[string]string{}
		for range r.Intn(60) {
			menu[randomCase(r, spellings[r.Intn(len(spellings))])] = "menu"
		}
		env := conf.Env{TLS: r.Intn(2) == 0, Hostname: "h.example"}
		got := conf.Effective(menu, env).Map()
		for _, s := range conf.Forced(env) {
			if got[s.Name] != s.Value {
				t.Fatalf("%s = %q, want %q with menu %v", s.Name, got[s.Name], s.Value, menu)
			}
		}
		for name := range got {
			if conf.Canonical(name) != name || conf.IsManaged(name) && !conf.IsForced(name, env.TLS) {
				t.Fatalf("%s is rendered with menu %v", name, menu)
			}
		}
	}
}
