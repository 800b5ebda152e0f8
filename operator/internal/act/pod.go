package act

import (
	"context"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// podOf asks the API server for the pod of a node; nil if it is gone.
func (a *Actor) podOf(ctx context.Context, p *Pass, name string) (*corev1.Pod, error) {
	node := p.World.Nodes[name]
	if node == nil {
		return nil, nil //nolint:nilnil // no pod is an answer
	}
	return observe.PodOf(ctx, a.Live, node)
}
