//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestLiveIsWhatWasRendered looks at what became of a cluster: every field that
// was rendered offline is in a live object with the rendered value; the file in
// each pod is the one of its ConfigMap; and each server says of every directive in
// it what the file says.
//
// What the API server adds are fields that nothing renders, and two tolerations
// behind the one of ours.
func TestLiveIsWhatWasRendered(t *testing.T) {
	t.Parallel()
	administrator := admin(t)
	c := cluster(t, menu(t), 1, 1, withUsers(administrator))
	ready(t, c)
	live := liveObjects(t, c)
	for _, text := range offline(t, c) {
		var want map[string]any
		if err := yaml.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		var closest error
		for _, got := range live {
			if err := within(want, got, ""); err == nil {
				closest = nil
				break
			} else if want["kind"] == got["kind"] {
				closest = err
			}
		}
		if closest != nil {
			t.Errorf("no live object has every field of\n%s\nthe last one differs: %v", text, closest)
		}
	}
	for _, p := range pods(t, c) {
		saysWhatItsFileSays(t, c, &p)
	}
}

// liveObjects are the cluster's objects, masked like those rendered offline.
func liveObjects(t *testing.T, c *v1alpha1.ValkeyCluster) []map[string]any {
	t.Helper()
	var all []map[string]any
	for kind, list := range map[string]client.ObjectList{
		"Pod": &corev1.PodList{}, "ConfigMap": &corev1.ConfigMapList{}, "Secret": &corev1.SecretList{}, "Service": &corev1.ServiceList{},
		v1alpha1.KindNode: &v1alpha1.ValkeyNodeList{},
	} {
		if err := bed.client.List(t.Context(), list, client.InNamespace(c.Namespace)); err != nil {
			t.Fatal(err)
		}
		err := meta.EachListItem(list, func(o runtime.Object) error {
			raw, err := json.Marshal(o)
			var m map[string]any
			if err == nil {
				err = json.Unmarshal(raw, &m)
			}
			m["kind"], m["apiVersion"] = kind, "v1"
			if kind == v1alpha1.KindNode {
				m["apiVersion"] = v1alpha1.APIVersion
			}
			if accessor, err := meta.Accessor(o); err != nil || !strings.HasPrefix(accessor.GetName(), c.Name) {
				return err
			}
			var text map[string]any
			if err == nil {
				err = yaml.Unmarshal([]byte(masked(t, m)), &text)
			}
			all = append(all, text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// within says where a field of want is missing in got, or has another value. Of a
// list got may have more at its end.
func within(want, got any, path string) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %v", path, got)
		}
		for key, value := range w {
			if err := within(value, g[key], path+"."+key); err != nil {
				return err
			}
		}
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) < len(w) {
			return fmt.Errorf("%s is %v", path, got)
		}
		for i := range w {
			if err := within(w[i], g[i], fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	}
	if !reflect.DeepEqual(want, got) {
		return fmt.Errorf("%s is %v, want %v", path, got, want)
	}
	return nil
}

// saysWhatItsFileSays compares ConfigMap, file and server.
func saysWhatItsFileSays(t *testing.T, c *v1alpha1.ValkeyCluster, pod *corev1.Pod) {
	t.Helper()
	text := get(t, c.Namespace, names.NodeConfigMap(pod.Name), &corev1.ConfigMap{}).Data[names.ConfFile]
	file, err := os.ReadFile(inPod(t, pod, names.ConfDir+"/"+names.ConfFile))
	if err != nil || string(file) != text {
		t.Errorf("the file in pod %s is another one than its ConfigMap's (%v)", pod.Name, err)
	}
	l := login{user: "admin", password: appPassword}
	compared := 0
	for line := range strings.Lines(text) {
		words, err := conf.Split(strings.TrimSpace(line))
		if err != nil || len(words) < 2 {
			t.Fatalf("line %q: %v", line, err)
		}
		if words[0] == "include" {
			continue // what it includes is a password
		}
		_, said, _ := strings.Cut(asked(t, pod.Status.PodIP, l, "CONFIG", "GET", words[0]), "\n")
		if want := strings.Join(words[1:], " "); said != want && !sameSize(said, want) {
			t.Errorf("%s of pod %s is %q, the file says %q", words[0], pod.Name, said, want)
		}
		compared++
	}
	if compared < 14 {
		t.Errorf("only %d directives of pod %s were compared", compared, pod.Name)
	}
}

// sameSize reports whether both are sizes of as many bytes: a server answers in
// bytes.
func sameSize(a, b string) bool {
	x, err := conf.ParseMemory(a)
	y, other := conf.ParseMemory(b)
	return err == nil && other == nil && x == y
}
