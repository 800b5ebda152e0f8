package access

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// ReadRoots reads the TLS Secrets that nodes mount and that were not read yet: a
// node keeps the Secret that it was made with, also when the cluster names
// another one by now. Once that is deleted, the roots of the cluster's own Secret
// are what is left to verify it by. Live must ask the API server itself, see
// [ReadTLS].
func (a *Access) ReadRoots(ctx context.Context, live client.Reader, cluster *v1alpha1.ValkeyCluster, nodes map[string]*v1alpha1.ValkeyNode) {
	var fallback Root
	if tls := cluster.Spec.TLS; tls != nil {
		if _, read := a.Roots[tls.SecretRef]; !read {
			a.Roots[tls.SecretRef] = ReadTLS(ctx, live, cluster.Namespace, tls.SecretRef).Root()
		}
		fallback = a.Roots[tls.SecretRef]
	}
	for _, n := range nodes {
		name := n.Spec.TLSSecret
		if _, read := a.Roots[name]; read || name == "" {
			continue
		}
		secret := ReadTLS(ctx, live, n.Namespace, name)
		a.Roots[name] = secret.Root()
		if secret.Err == nil && !secret.Found && fallback.Err == nil && len(fallback.PEM) > 0 {
			a.Roots[name] = fallback
		}
	}
}

// allRoots are the roots of every Secret that could be read: whose pod a stranger
// was is not known.
func (a *Access) allRoots() []byte {
	var all []byte
	for _, root := range a.Roots {
		if root.Err == nil {
			all = append(append(all, root.PEM...), '\n')
		}
	}
	return all
}
