package observe

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Elsewhere tells which addresses running pods of other clusters have: Kubernetes
// gives the address of a pod that is gone to another one. The pods are listed when
// the first address is asked about.
func (w World) Elsewhere(ctx context.Context, r client.Reader) func(address string) bool {
	taken := sync.OnceValue(func() map[string]bool {
		var pods corev1.PodList
		addresses := map[string]bool{}
		if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy); err != nil {
			return addresses // then nothing is known of others
		}
		for i := range pods.Items {
			p := &pods.Items[i]
			if own := w.Pods[p.Name]; own != nil && own.UID == p.UID {
				continue
			}
			if facts := Pod(p); facts.Running && !facts.Terminated {
				addresses[facts.Address] = true
			}
		}
		return addresses
	})
	return func(address string) bool { return taken()[address] }
}
