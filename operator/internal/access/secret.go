package access

import (
	"context"
	"crypto/x509"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
)

// TLSSecret is a TLS Secret as it is now. It belongs to the user.
type TLSSecret struct {
	Name  string
	Found bool
	Data  map[string][]byte
	// Err is why it could not be read; then nothing else is known.
	Err error
}

// ReadTLS reads a TLS Secret. The reader must ask the API server itself: these
// Secrets carry no label of ours and are never watched.
func ReadTLS(ctx context.Context, live client.Reader, namespace, name string) TLSSecret {
	var s corev1.Secret
	err := live.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, &s)
	switch {
	case apierrors.IsNotFound(err):
		return TLSSecret{Name: name}
	case err != nil:
		return TLSSecret{Name: name, Err: fmt.Errorf("reading TLS Secret %q: %w", namespace+"/"+name, err)}
	}
	return TLSSecret{Name: name, Found: true, Data: s.Data}
}

// Root returns the trust roots that the Secret holds.
func (s TLSSecret) Root() Root {
	ca := s.Data[names.TLSCA]
	switch {
	case s.Err != nil:
		return Root{Err: s.Err}
	case len(ca) == 0:
		return Root{Err: fmt.Errorf("TLS Secret %q has no %s", s.Name, names.TLSCA)}
	}
	return Root{PEM: ca}
}

// Chain reports whether a client that trusts the Secret's roots would accept its
// certificate for one of the names. A server that serves one which its own roots do
// not stand for can be told nothing more: no connection to it is proven.
// Of an expired one it says whether it was accepted as long as it was valid.
func (s TLSSecret) Chain(dnsName string, now time.Time) error {
	leaf, err := tlssecret.Leaf(s.Data)
	if err != nil {
		return err
	}
	roots, between := x509.NewCertPool(), x509.NewCertPool()
	roots.AppendCertsFromPEM(s.Data[names.TLSCA])
	between.AppendCertsFromPEM(s.Data[names.TLSCert])
	if now.After(leaf.NotAfter) {
		now = leaf.NotAfter
	}
	_, err = leaf.Verify(x509.VerifyOptions{
		Roots: roots, Intermediates: between, DNSName: dnsName, CurrentTime: now,
		KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	})
	return err
}

// Problems lists what is wrong with the Secret for the cluster, in the fixed
// texts; nothing wrong gives an empty list.
func (s TLSSecret) Problems(cluster, namespace, clusterDomain string) []string {
	if !s.Found {
		return []string{tlssecret.NotFound(s.Name, namespace)}
	}
	return tlssecret.Check(s.Name, s.Data, tlssecret.RequiredNames(cluster, namespace, clusterDomain))
}
