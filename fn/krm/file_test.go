package krm_test

import (
	"strings"
	"testing"
)

// TestFileOfAFinding has one broken cluster, with the annotations that say where
// it comes from in the way of kpt and of kustomize v5.8.2.
func TestFileOfAFinding(t *testing.T) {
	const (
		id     = "    kustomize.config.k8s.io/id: |\n      kind: ValkeyCluster\n      name: cache\n"
		origin = "    config.kubernetes.io/origin: |\n      path: clusters/cache.yaml\n"
		// What kustomize calls an item that a function has given back.
		madeUp      = "team-a/valkeycluster_cache.yaml"
		madeUpPlain = "valkeycluster_cache.yaml"
	)
	path := func(file string) string { return "    internal.config.kubernetes.io/path: " + file + "\n" }
	former := func(file string) string { return "    config.kubernetes.io/path: " + file + "\n" }
	tests := map[string]struct{ annotations, want string }{
		"kustomize, from a file":              {id, ""},
		"kustomize, with origins":             {id + origin, "clusters/cache.yaml"},
		"kustomize, generated":                {id + path(madeUp) + former(madeUp), ""},
		"kustomize, without a namespace":      {id + path(madeUpPlain) + former(madeUpPlain), ""},
		"kustomize, renamed after generation": {id + path("team-b/valkeycluster_old.yaml"), ""},
		"kustomize, generated, with origins":  {id + path(madeUp) + origin, "clusters/cache.yaml"},
		"kpt":                                 {path("teams/a.yaml") + former("teams/a.yaml"), "teams/a.yaml"},
		"kpt, a file of such a name":          {path(madeUp) + former(madeUp), madeUp},
		"the former name alone":               {former("teams/a.yaml"), "teams/a.yaml"},
		"nothing":                             {"    example.com/a: b\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			item := strings.Replace(cluster, "  name: cache\n", "  name: cache\n  annotations:\n"+test.annotations, 1)
			item = strings.Replace(item, "configRef: standard", "configRef: none", 1)
			out, stderr, exit := run(t, list("", image, base, role, item))
			want := "error VK011 ValkeyCluster team-a/cache"
			if test.want != "" {
				want = test.want + ": " + want
			}
			if exit != 1 || !strings.Contains("\n"+stderr, "\n"+want) {
				t.Errorf("exit code %d, want 1; standard error, want a line that starts with %q:\n%s", exit, want, stderr)
			}
			_, results, _ := strings.Cut(out, "\nresults:\n")
			if test.want != "" && !strings.Contains(results, "path: "+test.want) || test.want == "" && strings.Contains(results, "file:") {
				t.Errorf("results, want the file %q:\n%s", test.want, results)
			}
		})
	}
}
