package flux

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const component = "components: [../component]\n"

const newUser = `patches:
- patch: |
    apiVersion: valkey.gomomento.com/v1alpha1
    kind: ValkeyCluster
    metadata: {name: cache, namespace: my-app}
    spec:
      acl:
      - username: second
        passwordHashes: ["1111111111111111111111111111111111111111111111111111111111111111"]
        permissions: [{roleRef: rw, keys: [{pattern: "s:*"}]}]
`

const newImage = `patches:
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: app}
    spec: {template: {spec: {containers: [{name: first, image: c}]}}}
`

func TestFluxBuildsWhatKustomizeBuilds(t *testing.T) {
	tests := map[string]struct {
		overlay string
		want    []string
	}{
		"no change":            {"", []string{"configRef: standard\n"}},
		"prefix":               {"namePrefix: dev-\n", []string{"configRef: dev-standard\n", "secretRef: dev-cache-tls\n", "roleRef: dev-rw\n"}},
		"suffix":               {"nameSuffix: -dev\n", []string{"baseRef: standard-dev\n", "imageRef: valkey-9-1-2-dev\n"}},
		"prefix and namespace": {"namePrefix: dev-\nnamespace: team-a\n", []string{"configRef: dev-standard\n", "name: dev-standard\nspec:", "namespace: team-a\n"}},
		"a user added":         {newUser, []string{"username: second\n", "username: team\n"}},
		"a container patched":  {newImage, []string{"image: c\n", "image: b\n"}},
		"an image renamed":     {"images: [{name: valkey/valkey, newName: registry.example/valkey}]\n", []string{"repository: registry.example/valkey\n"}},
		"shards":               {"replicas: [{name: cache, count: 9}]\n", []string{"shards: 9\n"}},
		"a generated Secret": {
			"namePrefix: dev-\nsecretGenerator: [{name: cache-tls, namespace: my-app, literals: [a=b]}]\n", []string{"secretRef: dev-cache-tls-"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := written(t, component+test.overlay, nil)
			got, err := inFlux(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range test.want {
				if !strings.Contains(got, text) {
					t.Errorf("Flux's output lacks %q:\n%s", text, got)
				}
			}
			if diff := cmp.Diff(sorted(inProgram(t, dir)), sorted(got)); diff != "" {
				t.Errorf("objects differ (-kustomize +Flux):\n%s", diff)
			}

			// The order is the one difference: Flux sorts only where the kustomization
			// says how.
			ordered := written(t, component+test.overlay+"sortOptions: {order: fifo}\n", nil)
			if got, err = inFlux(ordered); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(inProgram(t, ordered), got); diff != "" {
				t.Errorf("the bytes differ (-kustomize +Flux):\n%s", diff)
			}
		})
	}
}

// sorted splits an output into its objects.
func sorted(out string) []string {
	objects := strings.Split(strings.TrimSuffix(out, "\n"), "\n---\n")
	slices.Sort(objects)
	return objects
}

// Unsorted is Flux's own order, and another than that of kustomize.
func TestTheOrderDiffers(t *testing.T) {
	dir := written(t, component, nil)
	got, err := inFlux(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got == inProgram(t, dir) {
		t.Error("the order is the same: docs/kustomize.md says that it differs")
	}
}

// A schema at the root replaces the one that is built into kustomize, but not in
// Flux, which loads that one before.
func TestASchemaAtTheRoot(t *testing.T) {
	own := map[string]string{"overlay/own.json": `{"definitions": {"example.Thing": {"type": "object"}}}`}
	dir := written(t, "openapi: {path: own.json}\n"+newImage, own)
	got, err := inFlux(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got, "image: b\n") {
		t.Errorf("Flux lost the second container:\n%s", got)
	}
	if strings.Contains(inProgram(t, dir), "image: b\n") {
		t.Error("kustomize keeps the second container: docs/kustomize.md says that it loses it")
	}
}

// One build does not change the next: Flux builds all in one process.
func TestBuildsDoNotInfluenceEachOther(t *testing.T) {
	with, without := written(t, component+"namespace: team-a\n", nil), written(t, "namespace: team-a\n", nil)
	for range 2 {
		for dir, want := range map[string]int{with: 3, without: 7} {
			got, err := inFlux(dir)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(got, "namespace: team-a\n"); n != want {
				t.Errorf("%d objects with a namespace, want %d", n, want)
			}
		}
	}
}

func TestFunctionsAreRefused(t *testing.T) {
	config := func(kind string) string {
		return "apiVersion: fn.valkey.gomomento.com/v1alpha1\nkind: " + kind + "\nmetadata:\n  name: x\n  annotations:\n" +
			"    config.kubernetes.io/function: |\n      exec: {path: valkey-menu}\nspec: {}\n"
	}
	for list, kind := range map[string]string{"generators": "ValkeyMenu", "transformers": "ValkeyRender", "validators": "ValkeyValidate"} {
		t.Run(list, func(t *testing.T) {
			dir := written(t, component+list+": [x.yaml]\n", map[string]string{"overlay/x.yaml": config(kind)})
			_, err := inFlux(dir)
			want := "external plugins disabled; unable to load external plugin '" + kind + "'"
			if err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
		})
	}
}
