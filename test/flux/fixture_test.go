package flux

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fluxcd/pkg/kustomize"
)

const (
	base = "resources: [menu.yaml, cluster.yaml, app.yaml]\n"
	menu = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: standard}
spec:
  imageRef: valkey-9-1-2
  valkey: {maxmemory: 1500mb}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: large}
spec: {baseRef: standard}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyImage
metadata: {name: valkey-9-1-2}
spec: {repository: valkey/valkey, tag: 9.1.2, version: 9.1.2}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyRole
metadata: {name: rw}
spec: {categories: [{name: read, access: allow}]}
`
	cluster = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: cache, namespace: my-app}
spec:
  configRef: standard
  shards: 3
  replicasPerShard: 1
  tls: {secretRef: cache-tls}
  acl:
  - username: team
    passwordHashes: ["0000000000000000000000000000000000000000000000000000000000000000"]
    permissions: [{roleRef: rw, keys: [{pattern: "t:*"}]}]
`
	secret = `apiVersion: v1
kind: Secret
metadata: {name: cache-tls, namespace: my-app}
type: kubernetes.io/tls
`
	app = `apiVersion: apps/v1
kind: Deployment
metadata: {name: app}
spec:
  selector: {matchLabels: {app: app}}
  template:
    metadata: {labels: {app: app}}
    spec: {containers: [{name: first, image: a}, {name: second, image: b}]}
`
)

// written writes the base, the Component and an overlay into a folder. The base has
// a Secret, unless the overlay generates one.
func written(t *testing.T, overlay string, more map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"base/kustomization.yaml": base, "base/menu.yaml": menu, "base/cluster.yaml": cluster, "base/app.yaml": app,
		"base/secret.yaml":           secret,
		"overlay/kustomization.yaml": "resources: [../base]\n" + overlay,
	}
	for _, name := range []string{"kustomization.yaml", "valkey-kustomizeconfig.yaml", "valkey-openapi.json"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "fn", "component", name))
		if err != nil {
			t.Fatal(err)
		}
		files["component/"+name] = string(text)
	}
	for name, text := range more {
		files[name] = text
	}
	if !strings.Contains(overlay, "secretGenerator") {
		files["base/kustomization.yaml"] = strings.Replace(base, "app.yaml", "app.yaml, secret.yaml", 1)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// inFlux builds the overlay as the kustomize-controller does.
func inFlux(dir string) (string, error) {
	objects, err := kustomize.SecureBuild(dir, filepath.Join(dir, "overlay"), false)
	if err != nil {
		return "", err
	}
	text, err := objects.AsYaml()
	return string(text), err
}

// inProgram builds it with the kustomize program.
func inProgram(t *testing.T, dir string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("kustomize", "build", filepath.Join(dir, "overlay"))
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("kustomize build: %v\n%s", err, stderr.String())
	}
	return stdout.String()
}
