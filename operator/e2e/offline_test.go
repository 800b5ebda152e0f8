//go:build e2e

package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// commandLine is the program valkey-menu of this tree, built once.
var commandLine = sync.OnceValue(func() string {
	program := filepath.Join(filepath.Dir(bed.testbed), "valkey-menu")
	build(filepath.Join("..", ".."), program, "./fn")
	return program
})

// offline renders the same cluster with the command line, from files.
func offline(t *testing.T, c *v1alpha1.ValkeyCluster) []string {
	t.Helper()
	dir, program := t.TempDir(), commandLine()
	var files []string
	for kind, names := range choice(t, c) {
		files = append(files, written(t, dir, kind, append([]string{"get", kind, "-o", "yaml"}, names...)...))
	}
	files = append(files, written(t, dir, "cluster", "-n", c.Namespace, "get", "valkeycluster", c.Name, "-o", "yaml"))
	out, err := exec.Command(program, append([]string{"render", "--what", "manifests"}, files...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("rendering: %v: %s", err, out)
	}
	var all []string
	for text := range bytes.SplitSeq(out, []byte("\n---\n")) {
		var o map[string]any
		if err := yaml.Unmarshal(text, &o); err != nil {
			t.Fatal(err)
		}
		all = append(all, masked(t, o))
	}
	slices.Sort(all)
	return all
}

// choice is what the cluster chose from the menu: names by kind. The menu is that of
// all tests, and some of them put on it what no pipeline lets through.
func choice(t *testing.T, c *v1alpha1.ValkeyCluster) map[string][]string {
	t.Helper()
	bindings := slices.Clone(c.Spec.ACL)
	chosen := map[string][]string{}
	choose := func(kind, name string) {
		if name != "" && !slices.Contains(chosen[kind], name) {
			chosen[kind] = append(chosen[kind], name)
		}
	}
	for next := c.Spec.ConfigRef; next != ""; {
		var config v1alpha1.ValkeyConfig
		if err := bed.client.Get(t.Context(), client.ObjectKey{Name: next}, &config); err != nil {
			t.Fatal(err)
		}
		choose("valkeyconfigs", next)
		choose("valkeyimages", config.Spec.ImageRef)
		bindings = append(bindings, config.Spec.ACL...)
		next = config.Spec.BaseRef
	}
	for _, binding := range bindings {
		for _, p := range binding.Permissions {
			choose("valkeyroles", p.RoleRef)
		}
	}
	return chosen
}

func written(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(bed.testbed, append([]string{"kubectl"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name+".yaml")
	if err := os.WriteFile(path, out, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var (
	nodeName = regexp.MustCompile(`\bcache-[0-9a-f]{5}\b`)
	systemID = regexp.MustCompile(`(user _momento_(?:operator|repl|revision) (?:on|off)) #[0-9a-f]{64}`)
)

// masked is an object as text without what offline nobody can know.
func masked(t *testing.T, o map[string]any) string {
	t.Helper()
	if o["kind"] == "Secret" {
		data, _ := o["data"].(map[string]any)
		for _, k := range []string{names.OperatorPasswordKey, names.ReplPasswordKey, names.PrimaryAuthFile} {
			if text, _ := data[k].(string); text == "" {
				t.Errorf("the Secret has no %s", k)
			}
			data[k] = "masked"
		}
	}
	if o["kind"] == v1alpha1.KindNode { // a node is born Joining; offline it has joined
		spec, _ := o["spec"].(map[string]any)
		delete(spec, "lifecycle")
	}
	if meta, _ := o["metadata"].(map[string]any); meta["creationTimestamp"] == nil {
		delete(meta, "creationTimestamp")
	}
	text, err := yaml.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return systemID.ReplaceAllString(nodeName.ReplaceAllString(string(text), "NODE"), "$1 #MASKED")
}
