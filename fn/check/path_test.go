package check

import "testing"

func TestShownPaths(t *testing.T) {
	tests := map[string]string{
		"spec.valkey.maxmemory":                         `spec.valkey["maxmemory"]`,
		`spec.valkey["max memory"]`:                     `spec.valkey["max memory"]`,
		"spec.acl[0].permissions[1].keys[2].pattern":    "spec.acl[0].permissions[1].keys[2].pattern",
		`spec.podAnnotations["valkey.gomomento.com/x"]`: `spec.podAnnotations["valkey.gomomento.com/x"]`,
		"spec.placement.nodeSelector.disk":              `spec.placement.nodeSelector["disk"]`,
		"spec.placement.zones[0]":                       "spec.placement.zones[0]",
		"metadata.labels[0]":                            "metadata.labels[0]",
		"spec.valkey":                                   "spec.valkey",
		"":                                              "",
		"spec[":                                         "spec[",
	}
	for path, want := range tests {
		if got := shown(path); got != want {
			t.Errorf("shown(%q) = %q, want %q", path, got, want)
		}
	}
}
