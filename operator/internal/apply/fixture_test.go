package apply

import (
	"context"
	"errors"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const usersACL = "user default on nopass ~* &* +@all\n"

// cacheKey names the cluster of the tests.
func cacheKey() types.NamespacedName {
	return types.NamespacedName{Namespace: "team-a", Name: "cache"}
}

func resolved() *resolve.Cluster {
	return &resolve.Cluster{Namespace: cacheKey().Namespace, Name: cacheKey().Name}
}

func owner() metav1.OwnerReference { return render.ClusterOwner("cache", "uid-of-cache") }

func service() *corev1.Service { return render.Service(resolved()) }

func aclMap() *corev1.ConfigMap {
	return render.ACLConfigMap(resolved(), acl.File{Text: usersACL})
}

func aclFile(size int) acl.File { return acl.File{Text: strings.Repeat("a", size)} }

var errRefused = errors.New("refused")

func budget() *policyv1.PodDisruptionBudget { return render.Budget(resolved(), 0, 1) }

// applicable is one object of each kind that is applied.
func applicable() map[string]client.Object {
	return map[string]client.Object{"Service": service(), "ConfigMap": aclMap(), "PodDisruptionBudget": budget()}
}

func valkeyNode(t *testing.T, name string, o metav1.OwnerReference) *v1alpha1.ValkeyNode {
	t.Helper()
	c := resolved()
	c.Config = &resolve.Config{}
	c.Config.Image.Ref = "valkey/valkey:9.1.2"
	n, err := render.Node(c, render.Member{Name: name, Lifecycle: v1alpha1.LifecycleJoining, JoinType: names.JoinPrimary})
	if err != nil {
		t.Fatal(err)
	}
	render.Own(n, o)
	return n
}

func newScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	return scheme, errors.Join(clientgoscheme.AddToScheme(scheme), v1alpha1.AddToScheme(scheme))
}

func mustGet(ctx context.Context, t *testing.T, c client.Reader, object client.Object) {
	t.Helper()
	if err := c.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
		t.Fatalf("reading %T %s: %v", object, object.GetName(), err)
	}
}
