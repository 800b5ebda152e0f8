package conf_test

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// CONFIG SET of several arguments splits at each single space and knows no quotes (seen on 8.0.1, 8.1.1 and 9.1.2).
func TestLive(t *testing.T) {
	tests := map[string]struct {
		name, value, want string
		ok                bool
	}{
		"one argument":           {"maxmemory", "2gb", "2gb", true},
		"one text with spaces":   {"availability-zone", `a "b" c`, `a "b" c`, true},
		"several":                {"save", "900 1  300\t10", "900 1 300 10", true},
		"quoted":                 {"save", `"900" '1'`, "900 1", true},
		"quoted as one":          {"save", `"900 1"`, "900 1", true},
		"none":                   {"save", "", "", true},
		"none, in quotes":        {"save", `""`, "", true},
		"an empty one of many":   {"save", `900 ""`, "", false},
		"a space in one of many": {"bind", `"a b" c`, "", false},
		"unbalanced quotes":      {"save", `"900`, "", false},
	}
	c := conf.For(version(t, "9.1"))
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d, ok := c.Lookup(tt.name)
			if !ok {
				t.Fatalf("no directive %q", tt.name)
			}
			if got, ok := d.Live(tt.value); got != tt.want || ok != tt.ok {
				t.Errorf("Live(%q) = %q, %v, want %q, %v", tt.value, got, ok, tt.want, tt.ok)
			}
		})
	}
}
