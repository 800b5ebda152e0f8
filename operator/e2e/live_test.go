//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
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
// was rendered offline is in a live object with the rendered value, and there is no
// other object; the file in each pod is the one of its ConfigMap; and each server
// says of every directive in it what the file says.
//
// What the API server adds are fields that nothing renders, two tolerations behind
// the one of ours, and two labels of pods.
func TestLiveIsWhatWasRendered(t *testing.T) {
	t.Parallel()
	administrator, config := admin(t), menu(t)
	t.Run("plain", func(t *testing.T) {
		t.Parallel()
		liveIsRendered(t, cluster(t, config, 1, 1, withUsers(administrator)))
	})
	t.Run("with TLS and placement", func(t *testing.T) {
		t.Parallel()
		liveIsRendered(t, secureCluster(t, config, namespace(t), 1, 1, withUsers(administrator), placed(v1alpha1.Placement{
			Zones: []v1alpha1.Zone{"zone-b", "zone-a"}, ZoneSpread: v1alpha1.SpreadRequired,
			NodeSelector: map[string]v1alpha1.LabelValue{"kubernetes.io/os": "linux"},
		})))
	})
}

func liveIsRendered(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	ready(t, c)
	live := liveObjects(t, c)
	for _, text := range offline(t, c) {
		var want map[string]any
		if err := yaml.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		closest := errors.New("there is none of its kind")
		for i, got := range live {
			err := within(want, got, fmt.Sprint(want["kind"]))
			if err == nil {
				closest, live = nil, slices.Delete(live, i, i+1)
				break
			}
			if want["kind"] == got["kind"] {
				closest = err
			}
		}
		if closest != nil {
			t.Errorf("no live object has every field of\n%s\nthe last one differs: %v", text, closest)
		}
	}
	for _, o := range live {
		metadata, _ := o["metadata"].(map[string]any)
		t.Errorf("nothing that was rendered is the live %v %v, with labels %v", o["kind"], metadata["name"], metadata["labels"])
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

// saysWhatItsFileSays compares ConfigMap, file and server.
func saysWhatItsFileSays(t *testing.T, c *v1alpha1.ValkeyCluster, pod *corev1.Pod) {
	t.Helper()
	text := get(t, c.Namespace, names.NodeConfigMap(pod.Name), &corev1.ConfigMap{}).Data[names.ConfFile]
	inside, err := os.ReadFile(inPod(t, pod, names.ConfDir+"/"+names.ConfFile))
	if err != nil || string(inside) != text {
		t.Errorf("the file in pod %s is another one than its ConfigMap's (%v)", pod.Name, err)
	}
	l := login{user: "admin", password: appPassword}
	least := 14
	if c.Spec.TLS != nil {
		secret := get(t, c.Namespace, c.Spec.TLS.SecretRef, &corev1.Secret{})
		l.ca, l.host = file(t, "ca.crt", secret.Data[names.TLSCA]), names.PodDNS(pod.Name, c.Name, c.Namespace, "cluster.local")
		least = 20
	}
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
	if compared < least {
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
