package lint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// world is what a YAML file of a case holds.
type world struct {
	objects menu.Objects
	secrets []lint.Secret
}

func (w world) input() lint.Input {
	return lint.Input{Menu: menu.New(w.objects), Options: resolve.DefaultOptions(), Secrets: w.secrets}
}

func loadFile(t *testing.T, elements ...string) world {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return load(t, string(raw))
}

// load reads a stream of objects and refuses fields that do not exist.
func load(t *testing.T, stream string) world {
	t.Helper()
	var w world
	for document := range strings.SplitSeq(stream, "\n---\n") {
		var meta struct{ Kind string }
		if err := yaml.Unmarshal([]byte(document), &meta); err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		switch meta.Kind {
		case "":
		case v1alpha1.KindImage:
			w.objects.Images = append(w.objects.Images, decode[v1alpha1.ValkeyImage](t, document))
		case v1alpha1.KindConfig:
			w.objects.Configs = append(w.objects.Configs, decode[v1alpha1.ValkeyConfig](t, document))
		case v1alpha1.KindRole:
			w.objects.Roles = append(w.objects.Roles, decode[v1alpha1.ValkeyRole](t, document))
		case v1alpha1.KindCluster:
			w.objects.Clusters = append(w.objects.Clusters, decode[v1alpha1.ValkeyCluster](t, document))
		case "Secret":
			w.secrets = append(w.secrets, secret(decode[corev1.Secret](t, document)))
		default:
			t.Fatalf("kind %q in a case", meta.Kind)
		}
	}
	return w
}

func decode[T any](t *testing.T, document string) T {
	t.Helper()
	var object T
	if err := yaml.UnmarshalStrict([]byte(document), &object); err != nil {
		t.Fatalf("%v in\n%s", err, document)
	}
	return object
}

func secret(s corev1.Secret) lint.Secret {
	data := map[string][]byte{}
	for key, value := range s.Data {
		data[key] = value
	}
	for key, value := range s.StringData {
		data[key] = []byte(value)
	}
	return lint.Secret{Namespace: s.Namespace, Name: s.Name, Type: string(s.Type), Data: data}
}
