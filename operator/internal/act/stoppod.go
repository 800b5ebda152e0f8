package act

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/plan"
)

// stopPod deletes the pod of a node. What has to be true is asked of the server
// itself, if it answers: it serves nothing. Force is for a host that does not
// report in, whose kubelet would be waited for in vain.
func (a *Actor) stopPod(ctx context.Context, p *Pass, action plan.Action) error {
	if err := ownsNothing(ctx, p, action); err != nil {
		return err
	}
	if action.Force {
		if _, err := a.fenced(ctx, p, action.Node); err != nil {
			return err
		}
	}
	pod, err := a.podOf(ctx, p, action.Node)
	if err != nil || pod == nil {
		return err
	}
	if pod.DeletionTimestamp != nil && !action.Force {
		return nil
	}
	options := []client.DeleteOption{client.Preconditions{UID: &pod.UID}}
	if action.Force {
		options = append(options, client.GracePeriodSeconds(0))
	}
	return client.IgnoreNotFound(a.Client.Delete(ctx, pod, options...))
}
