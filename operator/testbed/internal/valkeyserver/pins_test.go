package valkeyserver

import (
	"strings"
	"testing"
)

func TestSets(t *testing.T) {
	for version := range sets() {
		t.Run(version, func(t *testing.T) {
			set, err := Set(version)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, p := range set.Pins {
				valkey := strings.HasPrefix(p.Package, "valkey-")
				if valkey && (p.Later || !strings.HasPrefix(p.Version, version)) {
					t.Errorf("%s %s: want exactly a %s", p.Package, p.Version, version)
				}
				if !valkey && !p.Later {
					t.Errorf("%s: a library would be missed as soon as the mirror moves on", p.Package)
				}
				if seen[p.Package] {
					t.Errorf("%s is there twice", p.Package)
				}
				seen[p.Package] = true
			}
			for _, needed := range []string{"valkey-server", "valkey-tools", "libc6"} {
				if !seen[needed] {
					t.Errorf("%s is missing", needed)
				}
			}
		})
	}
}

func TestUnknownVersion(t *testing.T) {
	_, err := Set("9.9.9")
	if err == nil || !strings.Contains(err.Error(), "8.0.1, 8.1.1, 9.1.2") {
		t.Errorf("%v, want the versions that there are", err)
	}
}
