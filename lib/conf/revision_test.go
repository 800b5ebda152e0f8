package conf_test

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func sampleParts() conf.Parts {
	return conf.Parts{
		Image: "valkey/valkey:9.1.2", CPU: "2", Memory: "4Gi",
		Settings:     map[string]string{"maxmemory": "3gb", "save": ""},
		Zones:        []string{"b", "a"},
		NodeSelector: map[string]string{"pool": "cache"},
	}
}

// TestRevisionIsFrozen pins the revision. DO NOT UPDATE TO FOLLOW PRODUCTION: a
// change here means that upgrading this project replaces every pod of every
// cluster. If it fails, the change to the code is wrong.
func TestRevisionIsFrozen(t *testing.T) {
	if got, want := conf.Revision(sampleParts()), "484b08c785ad7d5a"; got != want {
		t.Errorf("Revision = %s, want %s", got, want)
	}
	if got, want := conf.Revision(conf.Parts{}), "785146e5fd685f56"; got != want {
		t.Errorf("Revision of nothing = %s, want %s", got, want)
	}
}

func TestRevisionSeesEveryPart(t *testing.T) {
	tests := map[string]func(*conf.Parts){
		"image":                func(p *conf.Parts) { p.Image += "-b" },
		"cpu":                  func(p *conf.Parts) { p.CPU = "3" },
		"memory":               func(p *conf.Parts) { p.Memory = "5Gi" },
		"cpu and memory":       func(p *conf.Parts) { p.CPU, p.Memory = p.Memory, p.CPU },
		"text moved over":      func(p *conf.Parts) { p.CPU, p.Memory = "24", "Gi" },
		"setting changed":      func(p *conf.Parts) { p.Settings["maxmemory"] = "2gb" },
		"setting added":        func(p *conf.Parts) { p.Settings["hz"] = "" },
		"setting removed":      func(p *conf.Parts) { delete(p.Settings, "save") },
		"key and value joined": func(p *conf.Parts) { p.Settings = map[string]string{"maxmemory3gb": "", "save": ""} },
		"zone added":           func(p *conf.Parts) { p.Zones = append(p.Zones, "c") },
		"zone removed":         func(p *conf.Parts) { p.Zones = p.Zones[:1] },
		"zones joined":         func(p *conf.Parts) { p.Zones = []string{"ab"} },
		"selector changed":     func(p *conf.Parts) { p.NodeSelector["pool"] = "x" },
		"selector and zone":    func(p *conf.Parts) { p.Zones, p.NodeSelector = []string{"a", "b", "pool", "cache"}, nil },
	}
	seen := map[string]string{conf.Revision(sampleParts()): "unchanged"}
	for name, change := range tests {
		parts := sampleParts()
		change(&parts)
		got := conf.Revision(parts)
		if other, same := seen[got]; same {
			t.Errorf("%q has the revision of %q", name, other)
		}
		seen[got] = name
	}
}

func TestRevisionIgnoresOrder(t *testing.T) {
	want := conf.Revision(sampleParts())
	parts := sampleParts()
	parts.Zones = []string{"a", "b", "a"}
	if got := conf.Revision(parts); got != want {
		t.Errorf("zones in another order give %s, want %s", got, want)
	}
	if parts.Zones[2] != "a" || parts.Zones[0] != "a" {
		t.Errorf("Revision changed the zones given: %v", parts.Zones)
	}
	empty := conf.Parts{Settings: map[string]string{}, Zones: []string{}, NodeSelector: map[string]string{}}
	if got, want := conf.Revision(empty), conf.Revision(conf.Parts{}); got != want {
		t.Errorf("empty collections give %s, nil ones %s, want the same", got, want)
	}
}
