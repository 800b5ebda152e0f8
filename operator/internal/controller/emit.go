package controller

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/operator/internal/events"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// emit writes Events about a cluster, or about the node of it that they name.
func (l *Loops) emit(cluster *v1alpha1.ValkeyCluster, world observe.World, all ...events.Event) {
	for _, e := range all {
		var about, related runtime.Object = cluster, nil
		if node := world.Nodes[e.Node]; node != nil {
			about, related = node, cluster
		}
		l.Recorder.Eventf(about, related, e.Type, e.Reason, e.Action, "%s", e.Message)
	}
}
