package generate

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/runtime"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

var update = flag.Bool("update", false, "write the golden files; the run then fails")

// decode reads a functionConfig from a test's text.
func decode(t *testing.T, text string) *config.Config {
	t.Helper()
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	c, err := config.Decode(document.Content[0])
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func generated(c *config.Config) ([]runtime.Object, error) {
	if c.Menu != nil {
		return Menu(c.Menu)
	}
	return Tenant(c.Tenant)
}

func stream(t *testing.T, objects []runtime.Object) string {
	t.Helper()
	var documents []string
	for _, o := range objects {
		document, err := render.Document(o)
		if err != nil {
			t.Fatal(err)
		}
		text, err := sigsyaml.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, string(text))
	}
	return strings.Join(documents, "---\n")
}

// TestGolden generates from each testdata/*.config.yaml and compares with the
// file of the same name without ".config".
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.config.yaml")
	if err != nil || len(inputs) < 3 {
		t.Fatalf("%d inputs, %v, want at least 3", len(inputs), err)
	}
	for _, input := range inputs {
		golden := strings.Replace(input, ".config", "", 1)
		t.Run(filepath.Base(golden), func(t *testing.T) {
			text, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			objects, err := generated(decode(t, string(text)))
			if err != nil {
				t.Fatal(err)
			}
			got := stream(t, objects)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				t.Fatal("golden file written; run again without -update")
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", golden, diff)
			}
		})
	}
}

func TestNamesTakenTwice(t *testing.T) {
	const header = "apiVersion: fn.valkey.gomomento.com/v1alpha1\nmetadata: {name: x}\n"
	tests := map[string]struct {
		config string
		want   string
	}{
		"image": {header + `
kind: ValkeyMenu
spec: {repository: valkey/valkey, images: [{version: 9.1.2}, {version: "9.1.2", tag: 9.1.2-alpine}]}`,
			`spec.images[1]: ValkeyImage "valkey-9-1-2" is described already by spec.images[0]: give one of them another name`},
		"config": {header + `
kind: ValkeyMenu
spec: {trees: [{prefix: a-, base: {name: b}}, {base: {name: x}, variants: [{name: a-b}]}]}`,
			`spec.trees[1].variants[0]: ValkeyConfig "a-b" is described already by spec.trees[0].base: give one of them another name`},
		"team": {header + `
kind: ValkeyTenant
spec: {tenants: [{name: a, subjects: [{kind: Group, name: g}]}, {name: a, subjects: [{kind: Group, name: g}]}]}`,
			`spec.tenants[1].name: "a" is the name of spec.tenants[0] already`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := generated(decode(t, test.config))
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}
