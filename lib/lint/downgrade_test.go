package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

func TestDowngradeEdges(t *testing.T) {
	const cluster = "kind: ValkeyCluster\nmetadata: {name: k, namespace: ns}\nspec: {configRef: a, shards: 3, replicasPerShard: 1}\n"
	both := image91 + image81
	version := func(v string) string { return strings.ReplaceAll(image91, "version: 9.1.2", "version: "+v) }
	tests := map[string]struct{ before, after, want string }{
		"nothing changed":        {both + configs("imageRef: v91"), both + configs("imageRef: v91"), ""},
		"an upgrade":             {both + configs("imageRef: v81"), both + configs("imageRef: v91"), ""},
		"a config goes down":     {both + configs("imageRef: v91"), both + configs("imageRef: v81"), `warning VK054 a spec.imageRef`},
		"a base takes two along": {both + configs("baseRef: b", "imageRef: v91"), both + configs("baseRef: b", "imageRef: v81"), `warning VK054 b spec.imageRef`},
		"a child goes down":      {both + configs("baseRef: b", "imageRef: v91"), both + configs("baseRef: b, imageRef: v81", "imageRef: v91"), `warning VK054 a spec.imageRef`},
		"an image goes down":     {version("9.1.2") + configs("imageRef: v91"), version("9.0.9") + configs("imageRef: v91"), `warning VK054 v91 spec.version`},
		"only its patch version": {version("9.1.2"), version("9.1.1"), ""},
		"a version is unknown":   {version("9.1.2"), version("custom"), ""},
		"a version gets known":   {version("custom"), version("8.1.4"), ""},
		"a config is new":        {both, both + configs("imageRef: v81"), ""},
		"an image is new":        {"", both, ""},
		"it did not resolve":     {both + configs("imageRef: gone"), both + configs("imageRef: v81"), ""},
		"a cluster moves down": {both + configs("imageRef: v91", "imageRef: v81") + onCluster("a", ""),
			both + configs("imageRef: v91", "imageRef: v81") + onCluster("b", ""), `warning VK054 k spec.configRef`},
		"a cluster moves up": {both + configs("imageRef: v91", "imageRef: v81") + onCluster("b", ""),
			both + configs("imageRef: v91", "imageRef: v81") + onCluster("a", ""), ""},
		"a cluster is new": {both + configs("imageRef: v81"), both + configs("imageRef: v81") + cluster, ""},
		"a cluster moves to nothing": {both + configs("imageRef: v91") + onCluster("a", ""),
			both + configs("imageRef: v91") + onCluster("gone", ""), ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := load(t, test.after).input()
			in.Before = menu.New(load(t, test.before).objects)
			if diff := cmp.Diff(test.want, brief(lint.Run(in), false, "VK054")); diff != "" {
				t.Error(diff)
			}
			in.Before = nil
			if got := lint.Run(in); raises(got, "VK054") {
				t.Errorf("without a state before:\n%s", lines(got))
			}
		})
	}
}
