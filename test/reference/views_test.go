package reference_test

import (
	"os"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// resolve resolves a cluster that must resolve.
func (w *world) resolve(t testing.TB, cluster string) *resolve.Cluster {
	t.Helper()
	c, err := w.resolver().Cluster(w.clusters[cluster])
	if err != nil {
		t.Fatalf("cluster %q does not resolve: %v", cluster, err)
	}
	return c
}

// refused resolves every cluster and returns the errors by cluster.
func (w *world) refused() map[string]string {
	all := map[string]string{}
	r := w.resolver()
	for name, c := range w.clusters {
		if _, err := r.Cluster(c); err != nil {
			all[name] = err.Error()
		}
	}
	return all
}

// node is the recipe of the first node of a cluster.
func (w *world) node(t testing.TB, cluster string) *v1alpha1.ValkeyNode {
	t.Helper()
	n, err := render.Node(w.resolve(t, cluster), render.Member{Name: cluster + "-0a1b2", Lifecycle: v1alpha1.LifecycleActive})
	if err != nil {
		t.Fatalf("rendering a node of %q: %v", cluster, err)
	}
	return n
}

func (w *world) pod(t testing.TB, cluster string) *corev1.Pod {
	t.Helper()
	p, err := render.Pod(w.node(t, cluster), w.options, nil)
	if err != nil {
		t.Fatalf("rendering a pod of %q: %v", cluster, err)
	}
	return p
}

// conf is valkey.conf of the first node, line by line.
func (w *world) conf(t testing.TB, cluster string) []string {
	t.Helper()
	m, err := render.NodeConfigMap(w.node(t, cluster))
	if err != nil {
		t.Fatalf("rendering valkey.conf of %q: %v", cluster, err)
	}
	return strings.Split(strings.TrimSuffix(m.Data["valkey.conf"], "\n"), "\n")
}

// users is users.acl of a cluster.
func (w *world) users(t testing.TB, cluster string) string {
	t.Helper()
	f, err := render.ACLFile(w.resolve(t, cluster), render.PlaceholderPasswords().Hashes())
	if err != nil {
		t.Fatalf("rendering users.acl of %q: %v", cluster, err)
	}
	return f.Text
}

// found lists where a rule of the linter is raised, as "object path".
func (w *world) found(rule string) []string {
	var all []string
	for _, f := range lint.Run(lint.Input{Menu: w.menu(), Options: w.options}) {
		if f.Rule == rule {
			all = append(all, strings.TrimSpace(f.Object.String()+" "+f.Path))
		}
	}
	return all
}

// change is what an edit of the pages' menu does, by cluster. Clusters that it
// leaves alone are not listed.
func change(t testing.TB, edit func(*world)) map[string]impact.Effect {
	t.Helper()
	before, after := pages(t), pages(t)
	edit(after)
	return effects(before, after)
}

func effects(before, after *world) map[string]impact.Effect {
	all := map[string]impact.Effect{}
	for _, r := range impact.Fleet(before.resolver(), after.resolver()).Clusters {
		if r.Kind != impact.Unchanged {
			all[r.Cluster.Name] = r.Effect
		}
	}
	return all
}

// begins says whether an error has a text, with nothing or a detail behind it.
func begins(err, text string) bool {
	rest, found := strings.CutPrefix(err, text)
	return found && (rest == "" || strings.HasPrefix(rest, ": "))
}

// differs names the row of docs/divergence.md that a subtest is about, by the
// start of it, so that test and page cannot part.
func differs(t testing.TB, row string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/divergence.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "\n| "+row) {
		t.Errorf("docs/divergence.md has no row that starts with %q", row)
	}
}
