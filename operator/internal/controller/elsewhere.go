package controller

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// elsewhere tells which addresses running pods of other clusters have: Kubernetes
// gives the address of a pod that is gone to another one. The pods are listed when
// the first address is asked about.
func (c *Cluster) elsewhere(ctx context.Context, world observe.World) func(address string) bool {
	taken := sync.OnceValue(func() map[string]bool {
		var pods corev1.PodList
		addresses := map[string]bool{}
		if err := c.Client.List(ctx, &pods, client.UnsafeDisableDeepCopy); err != nil {
			return addresses // then nothing is known of others
		}
		for i := range pods.Items {
			p := &pods.Items[i]
			if own := world.Pods[p.Name]; own != nil && own.UID == p.UID {
				continue
			}
			if facts := observe.Pod(p); facts.Running && !facts.Terminated {
				addresses[facts.Address] = true
			}
		}
		return addresses
	})
	return func(address string) bool { return taken()[address] }
}
