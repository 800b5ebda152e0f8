package render_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

func TestServiceMakesPodsFindable(t *testing.T) {
	w := newWorld()
	c := w.resolve(t)
	s := render.Service(c)
	p := pod(t, w)
	if s.Spec.ClusterIP != corev1.ClusterIPNone || !s.Spec.PublishNotReadyAddresses {
		t.Errorf("the Service is not headless or hides pods that are not ready: %v", s.Spec)
	}
	for key, value := range s.Spec.Selector {
		if p.Labels[key] != value {
			t.Errorf("the Service selects %s=%s, the pod has %q", key, value, p.Labels[key])
		}
	}
	got := p.Spec.Hostname + "." + p.Spec.Subdomain + "." + p.Namespace + ".svc.cluster.local"
	if want := names.PodDNS(p.Name, cluster, namespace, "cluster.local"); got != want || p.Spec.Subdomain != s.Name {
		t.Errorf("the pod's DNS name is %q, want %q", got, want)
	}
	ports := map[string]int32{}
	for _, port := range s.Spec.Ports {
		ports[port.Name] = port.Port
	}
	containerPorts := map[string]int32{}
	for _, port := range p.Spec.Containers[0].Ports {
		containerPorts[port.Name] = port.ContainerPort
	}
	want := map[string]int32{"valkey": 6379, "valkey-bus": 16379}
	if diff := cmp.Diff(want, ports) + cmp.Diff(want, containerPorts); diff != "" {
		t.Errorf("ports differ (-want +got):\n%s", diff)
	}
}

func TestTLSNodeAnnouncesItsName(t *testing.T) {
	w := newWorld()
	edits()["tls"](w)
	w.options.ClusterDomain = "k8s.example"
	text := valkeyConf(t, w)
	if want := "\ncluster-announce-hostname cache-0a1b2.cache.team-a.svc.k8s.example\n"; !strings.Contains(text, want) {
		t.Errorf("valkey.conf lacks %q:\n%s", want, text)
	}
}

func valkeyConf(t testing.TB, w *world) string {
	t.Helper()
	m, err := render.NodeConfigMap(node(t, w.resolve(t)))
	if err != nil {
		t.Fatal(err)
	}
	if keys := slices.Collect(maps.Keys(m.Data)); len(keys) != 1 || keys[0] != "valkey.conf" {
		t.Fatalf("the ConfigMap has keys %v", keys)
	}
	return m.Data["valkey.conf"]
}

// Every absolute path that valkey.conf names must lie in a mounted directory,
// and those that the server writes in a writable one.
func TestSettingsPointToMounts(t *testing.T) {
	for name, edit := range edits() {
		w := newWorld()
		edit(w)
		writable := map[string]bool{}
		for _, m := range pod(t, w).Spec.Containers[0].VolumeMounts {
			writable[m.MountPath] = !m.ReadOnly
			if m.SubPath != "" || m.SubPathExpr != "" {
				t.Errorf("%s: %s is a subPath mount", name, m.MountPath)
			}
		}
		checked := 0
		for line := range strings.Lines(valkeyConf(t, w)) {
			words, err := conf.Split(line)
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range words[1:] {
				if !strings.HasPrefix(path, "/") {
					continue
				}
				checked++
				dir := path
				if words[0] != "dir" {
					dir = path[:strings.LastIndex(path, "/")]
				}
				mayWrite, mounted := writable[dir]
				if needs := words[0] == "dir" || words[0] == "cluster-config-file"; !mounted || needs && !mayWrite {
					t.Errorf("%s: %q is mounted: %v, writable: %v", name, path, mounted, mayWrite)
				}
			}
		}
		if checked < 4 {
			t.Errorf("%s: only %d paths found", name, checked)
		}
	}
}

func TestVolumesNameTheirObjects(t *testing.T) {
	w := newWorld()
	edits()["tls"](w)
	p := pod(t, w)
	got := map[string]string{}
	for _, v := range p.Spec.Volumes {
		switch {
		case v.ConfigMap != nil:
			got[v.Name] = "ConfigMap " + v.ConfigMap.Name
		case v.Secret != nil:
			got[v.Name] = "Secret " + v.Secret.SecretName
		case v.EmptyDir != nil:
			got[v.Name] = "empty"
		}
	}
	want := map[string]string{
		"conf": "ConfigMap cache-0a1b2-config", "acl": "ConfigMap cache-acl", "auth": "Secret cache-operator-auth",
		"tls": "Secret cache-tls", "data": "empty", "tmp": "empty",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("volumes differ (-want +got):\n%s", diff)
	}
	mounted := map[string]string{}
	for _, m := range p.Spec.Containers[0].VolumeMounts {
		mounted[m.Name] = m.MountPath
	}
	wantMounts := map[string]string{
		"conf": "/etc/valkey/conf", "acl": "/etc/valkey/acl", "auth": "/etc/valkey/auth", "tls": "/etc/valkey/tls",
		"data": "/var/lib/valkey", "tmp": "/tmp",
	}
	if diff := cmp.Diff(wantMounts, mounted); diff != "" {
		t.Errorf("mounts differ (-want +got):\n%s", diff)
	}
}

func TestNodeLabelsAndFinalizer(t *testing.T) {
	c := newWorld().resolve(t)
	n, err := render.Node(c, render.Member{Name: "cache-0a1b2", Shard: 3, JoinType: names.JoinShard})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"app.kubernetes.io/name": "valkey", "app.kubernetes.io/instance": "cache",
		"app.kubernetes.io/managed-by": "valkey-operator", "valkey.gomomento.com/join-type": "shard",
	}
	if diff := cmp.Diff(want, n.Labels); diff != "" {
		t.Errorf("labels differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"valkey.gomomento.com/node-cleanup"}, n.Finalizers); diff != "" {
		t.Errorf("finalizers differ (-want +got):\n%s", diff)
	}
	if got := pod(t, newWorld()).Labels["valkey.gomomento.com/shard-index"]; got != "3" {
		t.Errorf("the pod's shard index is %q, want 3", got)
	}
}

// The cluster's own labels and annotations are for its owner's tools, which
// would take our objects for theirs.
func TestClusterMetadataIsNotCopied(t *testing.T) {
	w := newWorld()
	want := stream(t, w.resolve(t), passwords())
	w.cluster.Labels = map[string]string{"argocd.argoproj.io/instance": "team-a"}
	w.cluster.Annotations = map[string]string{"kubectl.kubernetes.io/last-applied-configuration": "{}"}
	if diff := cmp.Diff(want, stream(t, w.resolve(t), passwords())); diff != "" {
		t.Errorf("manifests differ (-want +got):\n%s", diff)
	}
}

func TestOwn(t *testing.T) {
	w := newWorld()
	p := pod(t, w)
	render.Own(p, render.ClusterOwner("other", types.UID("1")))
	render.Own(p, render.NodeOwner(p.Name, types.UID("2")))
	if len(p.OwnerReferences) != 1 {
		t.Fatalf("%d owners, want 1", len(p.OwnerReferences))
	}
	o := p.OwnerReferences[0]
	if o.Kind != "ValkeyNode" || o.APIVersion != "valkey.gomomento.com/v1alpha1" || o.Name != p.Name || o.UID != "2" {
		t.Errorf("owner %v", o)
	}
	if o.Controller == nil || !*o.Controller || o.BlockOwnerDeletion == nil || !*o.BlockOwnerDeletion {
		t.Errorf("owner %v does not control the pod", o)
	}
}
