package deploy

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// objects are what a build yields, in its order.
type objects []*unstructured.Unstructured

// built runs kustomize on a folder of this package, or on one that written made.
func built(t *testing.T, dir string) objects {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("kustomize", "build", dir)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("kustomize build %s: %v\n%s", dir, err, stderr.String())
	}
	if stderr.Len() > 0 {
		t.Errorf("kustomize build %s warns: %s", dir, stderr.String())
	}
	var all objects
	for text := range strings.SplitSeq(stdout.String(), "\n---\n") {
		object := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(text), &object.Object); err != nil {
			t.Fatal(err)
		}
		all = append(all, object)
	}
	return all
}

// written writes a kustomization of a user, in which the word DEPLOY stands for this folder, and returns its own.
func written(t *testing.T, text string) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	way, err := filepath.Rel(dir, here)
	if err != nil {
		t.Fatal(err)
	}
	text = strings.ReplaceAll(text, "DEPLOY", way)
	if err := os.WriteFile(filepath.Join(dir, "kustomization.yaml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// names lists kind and name of each object, with the namespace if it has one.
func (all objects) names() []string {
	var names []string
	for _, o := range all {
		name := o.GetKind() + " "
		if o.GetNamespace() != "" {
			name += o.GetNamespace() + "/"
		}
		names = append(names, name+o.GetName())
	}
	return names
}

// only returns the one object of that kind and name.
func only[T any](t *testing.T, all objects, kind, namespace, name string) *T {
	t.Helper()
	var found *T
	for _, o := range all {
		if o.GetKind() != kind || o.GetNamespace() != namespace || o.GetName() != name {
			continue
		}
		if found != nil {
			t.Fatalf("%s %s/%s is there twice", kind, namespace, name)
		}
		found = new(T)
		text, err := yaml.Marshal(o.Object)
		if err != nil {
			t.Fatal(err)
		}
		if err := yaml.UnmarshalStrict(text, found); err != nil {
			t.Fatalf("%s %s/%s is not what its type says: %v", kind, namespace, name, err)
		}
	}
	if found == nil {
		t.Fatalf("no %s %s/%s", kind, namespace, name)
	}
	return found
}
