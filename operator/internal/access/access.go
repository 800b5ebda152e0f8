package access

import (
	"context"
	"errors"
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// Access to the servers of one cluster, as one pass found it. Once it is filled it
// is safe for concurrent use.
type Access struct {
	Dialer *valkeyconn.Dialer
	// Passwords of the operator's user: the one in force, then the former while
	// it is rotated.
	Passwords valkeyconn.Passwords
	// Locked is why there are no passwords; nil if there are.
	Locked error
	// ClusterDomain is the DNS domain of the Kubernetes cluster.
	ClusterDomain string
	// Roots are the trust roots by the name of the TLS Secret that holds them.
	Roots map[string]Root
}

// New is access to the servers of a cluster of which nothing is known yet.
func New(dialer *valkeyconn.Dialer, clusterDomain string) *Access {
	return &Access{Dialer: dialer, ClusterDomain: clusterDomain, Roots: map[string]Root{}}
}

// Root is the ca.crt of a TLS Secret, or why it cannot be had.
type Root struct {
	PEM []byte
	Err error
}

var errNoRoot = errors.New("its TLS Secret was not read")

// Open connects to the server of a node at the pod's address.
func (a *Access) Open(ctx context.Context, node *v1alpha1.ValkeyNode, address string) (*valkeyconn.Conn, error) {
	if a.Locked != nil {
		return nil, fmt.Errorf("connecting to node %q: %w", node.Name, a.Locked)
	}
	target := valkeyconn.Target{IP: address, Port: names.Port, Passwords: a.Passwords}
	if secret := node.Spec.TLSSecret; secret != "" {
		root, read := a.Roots[secret]
		if !read {
			root.Err = errNoRoot
		}
		if root.Err != nil {
			return nil, fmt.Errorf("connecting to node %q: %w", node.Name, root.Err)
		}
		target.TLS, target.CA = true, root.PEM
		target.Hostname = names.PodDNS(node.Name, node.Spec.ClusterName, node.Namespace, a.ClusterDomain)
	}
	conn, err := a.Dialer.Open(ctx, target)
	return conn, wayBack(err, node.Spec.TLSSecret)
}

// wayBack adds to the error of a server that no root stands for what a person can
// do. Nothing tells a root that was replaced from one that was taken away because it
// was stolen, so that the operator trusts none but those that the Secret holds.
func wayBack(err error, tlsSecret string) error {
	if !errors.Is(err, valkeyconn.ErrUntrusted) {
		return err
	}
	return fmt.Errorf("%w; if ca.crt of TLS Secret %q was replaced, put the former root back beside the new one until every node serves the new certificate",
		err, tlsSecret)
}

// Ask returns what the server of a node says, its functions included.
func (a *Access) Ask(ctx context.Context, node *v1alpha1.ValkeyNode, address string) (topology.Server, error) {
	conn, err := a.Open(ctx, node, address)
	if err != nil {
		return topology.Server{}, err
	}
	defer conn.Close()
	return conn.Look(ctx)
}
