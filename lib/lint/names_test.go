package lint

import (
	"strings"
	"testing"
)

func TestIsRepository(t *testing.T) {
	cases := map[string]bool{
		"valkey": true, "valkey/valkey": true, "registry.example.com/team/valkey": true, "registry:5000/valkey": true, "localhost/valkey": true,
		"Registry.Example.COM/valkey": true, "a.b/c__d/e--f": true, "a/b.c": true,
		"": false, "/": false, "Valkey/Valkey": false, "valkey/": false, "/valkey": false, "valkey//x": false, "val key": false,
		"valkey/-x": false, "valkey/x-": false, "valkey/é": false, "valkey/x\n": false, "registry:5000/": false,
	}
	for text, want := range cases {
		if got := isRepository(text); got != want {
			t.Errorf("isRepository(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestIsTag(t *testing.T) {
	cases := map[string]bool{
		"9.1.2": true, "_x": true, "A-b.C_d": true, strings.Repeat("a", 128): true,
		"": false, "-x": false, ".x": false, "9 1": false, "9/1": false, "é": false, "9\n": false, strings.Repeat("a", 129): false,
	}
	for text, want := range cases {
		if got := isTag(text); got != want {
			t.Errorf("isTag(%q) = %v, want %v", text, got, want)
		}
	}
}
