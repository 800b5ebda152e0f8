package krm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/krm"
)

// TestSourcesAreLookedAtUnlessAnItemRepeatsThem has a cluster in the sources
// whose config does not exist: it is reported unless the build holds the same
// cluster, by its name and namespace of now or before kustomize changed them.
func TestSourcesAreLookedAtUnlessAnItemRepeatsThem(t *testing.T) {
	const former = "  annotations:\n    internal.config.kubernetes.io/previousNames: cache\n" +
		"    internal.config.kubernetes.io/previousNamespaces: "
	renamed := func(before string) string {
		return strings.Replace(strings.Replace(cluster, "  name: cache\n", "  name: dev-cache\n"+former+before+"\n", 1), "namespace: team-a", "namespace: dev", 1)
	}
	tests := map[string]struct {
		item, namespace string
		wantExit        int
	}{
		"another name":         {strings.Replace(cluster, "name: cache", "name: other", 1), "  namespace: team-a\n", 1},
		"the same":             {cluster, "  namespace: team-a\n", 0},
		"another namespace":    {cluster, "  namespace: team-b\n", 1},
		"renamed and moved":    {renamed("team-a"), "  namespace: team-a\n", 0},
		"another one was":      {renamed("team-a"), "  namespace: team-b\n", 1},
		"moved from nowhere":   {renamed("default"), "", 0},
		"neither has one":      {strings.Replace(cluster, "  namespace: team-a\n", "", 1), "", 0},
		"only the item has it": {cluster, "", 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			text := strings.Replace(cluster, "  namespace: team-a\n", test.namespace, 1)
			text = strings.Replace(text, "configRef: standard", "configRef: none", 1)
			if err := os.WriteFile(filepath.Join(root, "cluster.yaml"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			in := list(config("ValkeyValidate", "{sources: [{path: cluster.yaml}]}"), image, base, role, test.item)
			var errs bytes.Buffer
			_, exit := krm.Run([]byte(in), krm.Env{Root: root, Stderr: &errs})
			if exit != test.wantExit {
				t.Errorf("exit code %d, want %d:\n%s", exit, test.wantExit, errs.String())
			}
		})
	}
}
