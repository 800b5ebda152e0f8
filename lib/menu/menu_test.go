package menu

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func image(name, tag string) v1alpha1.ValkeyImage {
	return v1alpha1.ValkeyImage{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: v1alpha1.ValkeyImageSpec{Tag: tag}}
}

func cluster(namespace, name string) v1alpha1.ValkeyCluster {
	return v1alpha1.ValkeyCluster{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
}

func TestListsAreSorted(t *testing.T) {
	m := New(Objects{
		Images:   []v1alpha1.ValkeyImage{image("b", ""), image("a", "")},
		Clusters: []v1alpha1.ValkeyCluster{cluster("b", "a"), cluster("a", "z"), cluster("a", "b")},
	})
	want := map[string][]string{
		v1alpha1.KindImage: {"a", "b"}, v1alpha1.KindConfig: {}, v1alpha1.KindCluster: {"a/b", "a/z", "b/a"}, "Pod": nil,
	}
	got := map[string][]string{}
	for kind := range want {
		got[kind] = m.Names(kind)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names differ (-want +got):\n%s", diff)
	}
}

func TestLookupsKnowWhatIsThere(t *testing.T) {
	m := New(Objects{Images: []v1alpha1.ValkeyImage{image("a", "1")}, Clusters: []v1alpha1.ValkeyCluster{cluster("x", "c")}})
	if m.Image("a") == nil || m.Image("b") != nil || m.Config("a") != nil || m.Role("a") != nil {
		t.Error("only image a is there")
	}
	if m.Cluster("x", "c") == nil || m.Cluster("y", "c") != nil {
		t.Error("cluster c is in namespace x and in no other")
	}
}

func TestEmptyCountsTheMenuAlone(t *testing.T) {
	if !New(Objects{Clusters: []v1alpha1.ValkeyCluster{cluster("x", "c")}}).Empty() {
		t.Error("clusters alone make no menu")
	}
	if New(Objects{Images: []v1alpha1.ValkeyImage{image("a", "")}}).Empty() {
		t.Error("an image makes a menu")
	}
}

// TestDuplicatesDoNotDependOnOrder: of two objects of one name always the same
// one is kept, and the name is reported once.
func TestDuplicatesDoNotDependOnOrder(t *testing.T) {
	one, two, other := image("a", "1"), image("a", "2"), image("b", "")
	for _, images := range [][]v1alpha1.ValkeyImage{{one, two, other, one}, {two, other, one, one}, {other, one, one, two}} {
		m := New(Objects{Images: images})
		if got := m.Image("a").Spec.Tag; got != "1" {
			t.Errorf("kept the image with tag %q, want 1", got)
		}
		if diff := cmp.Diff([]Ref{ImageRef("a")}, m.Duplicates()); diff != "" {
			t.Errorf("duplicates differ (-want +got):\n%s", diff)
		}
	}
}

func TestRefPrintsAsPeopleWrite(t *testing.T) {
	for want, ref := range map[string]Ref{
		`ValkeyConfig "large"`: ConfigRef("large"), `ValkeyCluster "a/b"`: ClusterRef("a", "b"), `ValkeyRole "r"`: RoleRef("r"),
	} {
		if got := ref.String(); got != want {
			t.Errorf("reference prints %s, want %s", got, want)
		}
	}
}
