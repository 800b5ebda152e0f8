package controller

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// annotate writes one annotation of a node, or takes it off if the value is empty,
// and returns the node as it is then. The one given may be the cache's own and stays
// as it is.
func (l *Loops) annotate(ctx context.Context, node *v1alpha1.ValkeyNode, key, value string) (*v1alpha1.ValkeyNode, error) {
	changed := node.DeepCopy()
	metav1.SetMetaDataAnnotation(&changed.ObjectMeta, key, value)
	if value == "" {
		delete(changed.Annotations, key)
	}
	return changed, l.Client.Patch(ctx, changed, client.MergeFrom(node))
}
