package controller

import (
	"context"
	"log/slog"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
)

// TestPodOfAGoingCluster: a pod whose cluster goes is told to end within a second,
// also where the garbage collector has told it to end in a minute; one of a cluster
// that lives is for the plan.
func TestPodOfAGoingCluster(t *testing.T) {
	minute, second, now := int64(60), removalGrace, metav1.NewTime(time.Unix(1_000_000_000, 0))
	cases := map[string]struct {
		living bool
		grace  *int64 // of the deletion that is under way
		want   bool
	}{
		"not deleted":                        {want: true},
		"deleted with its own grace period":  {grace: &minute, want: true},
		"deleted already":                    {grace: &second},
		"of a cluster that lives":            {living: true},
		"of a cluster that lives, and ended": {living: true, grace: &minute},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			node, cluster := joining(nil), &v1alpha1.ValkeyCluster{}
			if !c.living {
				cluster.DeletionTimestamp = &now
			}
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: node.Name, UID: "pod"}}
			render.Own(pod, render.NodeOwner(node.Name, node.UID))
			if c.grace != nil {
				pod.Finalizers, pod.DeletionTimestamp, pod.DeletionGracePeriodSeconds = []string{"test/hold"}, &now, c.grace
			}
			scheme, deletions := runtime.NewScheme(), []client.DeleteOptions{}
			if err := corev1.AddToScheme(scheme); err != nil {
				t.Fatal(err)
			}
			api := interceptor.NewClient(fake.NewClientBuilder().WithScheme(scheme).WithObjects(pod).Build(), interceptor.Funcs{
				Delete: func(_ context.Context, _ client.WithWatch, _ client.Object, options ...client.DeleteOption) error {
					o := client.DeleteOptions{}
					deletions = append(deletions, *o.ApplyOptions(options))
					return nil
				},
			})
			loop := &Node{&Loops{Log: slog.New(slog.DiscardHandler), Client: api, Live: api, Apply: &apply.Applier{Client: api, APIReader: api}}}
			if err := loop.remove(t.Context(), node, cluster); err != nil {
				t.Fatal(err)
			}
			switch {
			case !c.want && len(deletions) > 0, c.want && len(deletions) != 1:
				t.Fatalf("the pod was deleted %d times, want: %v", len(deletions), c.want)
			case c.want && (*deletions[0].GracePeriodSeconds != removalGrace || *deletions[0].Preconditions.UID != pod.UID):
				t.Errorf("deleted with %+v", deletions[0])
			}
		})
	}
}
