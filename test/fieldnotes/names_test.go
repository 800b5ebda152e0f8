package fieldnotes_test

import (
	"slices"
	"strings"
	"testing"
)

// TestNames is the table of names of clusters.
func TestNames(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := map[string]struct {
		names []string
		want  []string // errors, with their paths
	}{
		"57 characters":                {[]string{"team-a/" + x(57)}, nil},
		"58 characters":                {[]string{"team-a/" + x(58)}, []string{"error VK065 metadata.name"}},
		"a digit first":                {[]string{"team-a/1cache"}, []string{"error VK005 metadata.name"}},
		"one name in two namespaces":   {[]string{"team-a/cache", "team-b/cache"}, nil},
		"one name twice, one after it": {[]string{"team-a/cache", "team-a/cache"}, []string{"error VK004 metadata.name"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range validate(t, world{names: test.names}.yaml()) {
				if f.Severity == "error" {
					got = append(got, f.String()+" "+f.Path)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("errors %q, want %q", got, test.want)
			}
		})
	}
}
