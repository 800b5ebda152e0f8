//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// connect makes a client that goes around the API front, so that its faults reach
// only what a test points at it.
func connect(kubeconfig string) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		fatal(err)
	}
	config.QPS, config.Burst = 200, 400
	ctrl.SetLogger(logr.Discard())
	if err := v1alpha1.AddToScheme(clientgoscheme.Scheme); err != nil {
		fatal(err)
	}
	bed.config = config
	if bed.client, err = client.New(config, client.Options{Scheme: clientgoscheme.Scheme}); err != nil {
		fatal(err)
	}
}

// namespace makes a restricted namespace that goes away with the test. Whatever
// is still in it then is deleted with it.
func namespace(t *testing.T) string {
	t.Helper()
	ns := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
		GenerateName: "e2e-", Labels: map[string]string{"pod-security.kubernetes.io/enforce": "restricted"},
	}}
	create(t, ns)
	return ns.Name
}

// create makes an object that is deleted after the test; for a namespaced one its
// namespace does that.
func create(t *testing.T, object client.Object) {
	t.Helper()
	if err := bed.client.Create(t.Context(), object); err != nil {
		t.Fatal(err)
	}
	if object.GetNamespace() == "" {
		t.Cleanup(func() {
			if err := bed.client.Delete(context.Background(), object); err != nil && !apierrors.IsNotFound(err) {
				t.Error(err)
			}
		})
	}
}

// get reads an object anew: a field that the answer lacks shall not keep what it
// was.
func get[T client.Object](t *testing.T, namespace, name string, into T) T {
	t.Helper()
	reflect.ValueOf(into).Elem().SetZero()
	if err := bed.client.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: name}, into); err != nil {
		t.Fatal(err)
	}
	return into
}

// edit changes an object until the API server takes the change.
func edit[T client.Object](t *testing.T, object T, change func(T)) {
	t.Helper()
	for {
		get(t, object.GetNamespace(), object.GetName(), object)
		change(object)
		err := bed.client.Update(t.Context(), object)
		if err == nil {
			return
		}
		if !apierrors.IsConflict(err) {
			t.Fatal(err)
		}
	}
}

// patience is for what takes seconds on a machine that does nothing else. It is there
// so that a test ends, not as a claim on how long something takes: that is for the
// benchmarks.
const patience = 3 * time.Minute

// eventually waits until the condition holds. It says why it does not, and that
// is what a failure prints.
func eventually(t *testing.T, limit time.Duration, what string, holds func() error) {
	t.Helper()
	deadline := time.Now().Add(limit)
	for {
		err := holds()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: not after %s: %v", what, limit, err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// events returns the notes of the Events in a namespace as "reason: note".
func events(t *testing.T, namespace string) string {
	t.Helper()
	var list corev1.EventList
	if err := bed.client.List(t.Context(), &list, client.InNamespace(namespace)); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for i := range list.Items {
		fmt.Fprintf(&all, "%s: %s\n", list.Items[i].Reason, list.Items[i].Message)
	}
	return all.String()
}
