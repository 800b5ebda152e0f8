package valkeyserver

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/debs"
)

// Set returns the packages of a Valkey version such as 9.1.2: the server, its tools and every library that they load.
func Set(version string) (debs.Set, error) {
	all := sets()
	set, ok := all[version]
	if !ok {
		known := slices.Sorted(maps.Keys(all))
		return debs.Set{}, fmt.Errorf("valkey %q is not one of the testbed's: %s", version, strings.Join(known, ", "))
	}
	return set, nil
}

// sets holds the versions as Debian had them in November 2026. Valkey itself is exactly the version that is named; its
// libraries may be later ones once the mirror has moved on.
func sets() map[string]debs.Set {
	return map[string]debs.Set{
		"9.1.2": {
			Name: "valkey-9.1.2", Suites: []string{"forky"},
			Pins: pins("9.1.2-1", map[string]string{
				"libatomic1":   "16.2.0-3",
				"libc6":        "2.43-7",
				"libcap2":      "1:2.78-1+b1",
				"libgcc-s1":    "16.2.0-3",
				"libjemalloc2": "5.3.1-2",
				"liblzf1":      "3.6-4+b4",
				"libssl3t64":   "3.6.5-1",
				"libstdc++6":   "16.2.0-3",
				"libsystemd0":  "262-1",
				"libzstd1":     "1.5.7+dfsg-4",
				"zlib1g":       "1:1.3.dfsg+really1.3.2-3",
			}),
		},
		"8.1.1": {
			Name: "valkey-8.1.1", Suites: []string{"trixie"},
			Pins: pins("8.1.1+dfsg1-3+deb13u3", map[string]string{
				"libatomic1":   "14.2.0-19",
				"libc6":        "2.41-12+deb13u5",
				"libcap2":      "1:2.75-10+deb13u1+b3",
				"libgcc-s1":    "14.2.0-19",
				"libjemalloc2": "5.3.0-3",
				"liblzf1":      "3.6-4+b3",
				"libssl3t64":   "3.5.9-1~deb13u1",
				"libstdc++6":   "14.2.0-19",
				"libsystemd0":  "257.13-1~deb13u1",
				"libzstd1":     "1.5.7+dfsg-1",
				"zlib1g":       "1:1.3.dfsg+really1.3.1-1+deb13u1",
			}),
		},
		"8.0.1": {
			Name: "valkey-8.0.1", Suites: []string{"bookworm", "bookworm-backports"},
			Pins: pins("8.0.1+dfsg1-1~bpo12+1", map[string]string{
				"libatomic1":    "12.2.0-14+deb12u1",
				"libc6":         "2.36-9+deb12u14",
				"libcap2":       "1:2.66-4+deb12u3+b1",
				"libgcc-s1":     "12.2.0-14+deb12u1",
				"libgcrypt20":   "1.10.1-3+deb12u1",
				"libgpg-error0": "1.46-1",
				"libjemalloc2":  "5.3.0-1",
				"liblz4-1":      "1.9.4-1",
				"liblzf1":       "3.6-3",
				"liblzma5":      "5.4.1-1+deb12u1",
				"libssl3":       "3.0.20-1~deb12u2",
				"libstdc++6":    "12.2.0-14+deb12u1",
				"libsystemd0":   "254.26-1~bpo12+1",
				"libzstd1":      "1.5.4+dfsg2-5",
				"zlib1g":        "1:1.2.13.dfsg-1",
			}),
		},
	}
}

// pins lists the server and the tools at one exact version, and the libraries in the order of their names.
func pins(valkey string, libraries map[string]string) []debs.Pin {
	list := []debs.Pin{
		{Package: "valkey-server", Version: valkey},
		{Package: "valkey-tools", Version: valkey},
	}
	for _, name := range slices.Sorted(maps.Keys(libraries)) {
		list = append(list, debs.Pin{Package: name, Version: libraries[name], Later: true})
	}
	return list
}
