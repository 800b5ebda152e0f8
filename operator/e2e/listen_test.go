//go:build e2e

package e2e

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// listen collects what Reconciling says of the clusters in a namespace, until what it
// returns is called. It comes from a watch, which misses none, however short.
func listen(t *testing.T, ns string) (heard func() []string) {
	t.Helper()
	watching, err := client.NewWithWatch(bed.config, client.Options{Scheme: clientgoscheme.Scheme})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w, err := watching.Watch(ctx, &v1alpha1.ValkeyClusterList{}, client.InNamespace(ns))
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	var all []string
	var ended sync.WaitGroup
	ended.Go(func() {
		for event := range w.ResultChan() {
			c, ok := event.Object.(*v1alpha1.ValkeyCluster)
			if !ok {
				continue
			}
			if said := meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionReconciling); said != nil && said.Status == metav1.ConditionTrue {
				all = append(all, said.Reason+": "+said.Message)
			}
		}
	})
	return func() []string {
		cancel()
		w.Stop()
		ended.Wait()
		return slices.Compact(all)
	}
}

// tells demands that one of the messages has all of the parts.
func tells(t *testing.T, all []string, parts ...string) {
	t.Helper()
	for _, text := range all {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) }) {
			return
		}
	}
	t.Errorf("no message of Reconciling has %q:\n%s", parts, strings.Join(all, "\n"))
}
