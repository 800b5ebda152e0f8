package kustomize

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/kio"

	"github.com/valkey-menu/valkey-menu/fn/graph"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// parsed reads the objects of a build.
func parsed(t *testing.T, out string) []map[string]any {
	t.Helper()
	nodes, err := (&kio.ByteReader{Reader: strings.NewReader(out), OmitReaderAnnotations: true}).Read()
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	for _, n := range nodes {
		o, err := n.Map()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return all
}

func meta(o map[string]any, field string) string {
	m, _ := o["metadata"].(map[string]any)
	text, _ := m[field].(string)
	return text
}

func kindOf(o map[string]any) string {
	kind, _ := o["kind"].(string)
	return kind
}

// outcome says in a few words what kustomize made of a tree: "ok", or the
// references that resolve to nothing in the finished output, and whether a
// cluster-scoped object has a namespace.
func outcome(objects []map[string]any) string {
	have := map[string]bool{}
	var faults []string
	for _, o := range objects {
		have[key(kindOf(o), meta(o, "namespace"), meta(o, "name"))] = true
	}
	stale := map[string]bool{}
	for _, o := range objects {
		for _, ref := range graph.References(kindOf(o), o) {
			if !have[key(ref.Kind, meta(o, "namespace"), ref.Name)] {
				stale[ref.Path[strings.LastIndex(ref.Path, ".")+1:]] = true
			}
		}
		if scoped(kindOf(o)) && meta(o, "namespace") != "" && !slices.Contains(faults, "namespace added") {
			faults = append(faults, "namespace added")
		}
	}
	if len(stale) > 0 {
		var names []string
		for name := range stale {
			names = append(names, strings.TrimSuffix(name, "Ref"))
		}
		slices.Sort(names)
		faults = append(faults, "stale "+strings.Join(names, " "))
	}
	if len(faults) == 0 {
		return "ok"
	}
	return strings.Join(faults, ", ")
}

func scoped(kind string) bool {
	return slices.Contains([]string{v1alpha1.KindImage, v1alpha1.KindConfig, v1alpha1.KindRole}, kind)
}

// key identifies an object as a reference does.
func key(kind, namespace, name string) string {
	if kind != graph.KindSecret && kind != v1alpha1.KindCluster {
		namespace = ""
	}
	return fmt.Sprintf("%s %s/%s", kind, namespace, name)
}

// The following are what rows show beside the outcome.

func users(objects []map[string]any) string {
	var names []string
	for _, user := range list(only(objects, v1alpha1.KindCluster), "spec", "acl") {
		names = append(names, fmt.Sprint(user["username"]))
	}
	slices.Sort(names)
	return "users " + strings.Join(names, " ")
}

func containers(objects []map[string]any) string {
	var images []string
	for _, c := range list(only(objects, "Deployment"), "spec", "template", "spec", "containers") {
		images = append(images, fmt.Sprint(c["image"]))
	}
	return "containers " + strings.Join(images, " ")
}

func repository(objects []map[string]any) string {
	return fmt.Sprint("repository ", at(only(objects, v1alpha1.KindImage), "spec", "repository"))
}

func shards(objects []map[string]any) string {
	return fmt.Sprint("shards ", at(only(objects, v1alpha1.KindCluster), "spec", "shards"))
}

// configs shows which config each cluster uses.
func configs(objects []map[string]any) string {
	var all []string
	for _, o := range objects {
		if kindOf(o) == v1alpha1.KindCluster {
			all = append(all, fmt.Sprint(meta(o, "name"), " uses ", at(o, "spec", "configRef")))
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// only is the one object of a kind.
func only(objects []map[string]any, kind string) map[string]any {
	for _, o := range objects {
		if kindOf(o) == kind {
			return o
		}
	}
	return nil
}

func at(o map[string]any, path ...string) any {
	var value any = o
	for _, field := range path {
		m, _ := value.(map[string]any)
		value = m[field]
	}
	return value
}

func list(o map[string]any, path ...string) []map[string]any {
	elements, _ := at(o, path...).([]any)
	var all []map[string]any
	for _, e := range elements {
		m, _ := e.(map[string]any)
		all = append(all, m)
	}
	return all
}
