package access

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
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

// Chain reports whether the operator would accept a server that serves the Secret's
// certificate under the name: as it does when it connects, it takes one that has
// ended as at its end. The error is the same at any time, as long as its cause is.
func (s TLSSecret) Chain(dnsName string, now time.Time) error {
	leaf, err := tlssecret.Leaf(s.Data)
	if err != nil {
		return err
	}
	roots, between := x509.NewCertPool(), x509.NewCertPool()
	roots.AppendCertsFromPEM(s.Data[names.TLSCA])
	between.AppendCertsFromPEM(s.Data[names.TLSCert])
	verify := func(now time.Time) error {
		_, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, DNSName: dnsName, CurrentTime: now})
		return err
	}
	err = verify(now)
	if end, ended := valkeyconn.EndOfCertificate(err, now); ended {
		err = verify(end)
	}
	return timeless(err)
}

// timeless words an error about the validity of a certificate without the time at
// which it was looked at.
func timeless(err error) error {
	var invalid x509.CertificateInvalidError
	if !errors.As(err, &invalid) || invalid.Reason != x509.Expired {
		return err
	}
	return fmt.Errorf("the certificate of %q is valid from %s to %s only", invalid.Cert.Subject,
		invalid.Cert.NotBefore.UTC().Format(time.RFC3339), invalid.Cert.NotAfter.UTC().Format(time.RFC3339))
}

// Untrusted is why a server must not serve the Secret's certificate although
// nothing else is wrong with it; empty if it may. Whoever begins to serve what the
// roots beside it do not stand for can be told nothing more: no connection to it is
// proven.
func (s TLSSecret) Untrusted(cluster, namespace, clusterDomain string, now time.Time) string {
	if err := s.Chain(names.ServiceDNS(cluster, namespace, clusterDomain), now); err != nil {
		return fmt.Sprintf("TLS Secret %q: tls.crt does not verify against ca.crt: %v", s.Name, err)
	}
	return ""
}

// Unfit is why no server may serve what the Secret holds; empty if one may.
func (s TLSSecret) Unfit(cluster, namespace, clusterDomain string, now time.Time) string {
	if problems := s.Problems(cluster, namespace, clusterDomain); len(problems) > 0 {
		return problems[0]
	}
	return s.Untrusted(cluster, namespace, clusterDomain, now)
}

// Problems lists what is wrong with the Secret for the cluster, in the fixed
// texts; nothing wrong gives an empty list.
func (s TLSSecret) Problems(cluster, namespace, clusterDomain string) []string {
	if !s.Found {
		return []string{tlssecret.NotFound(s.Name, namespace)}
	}
	return tlssecret.Check(s.Name, s.Data, tlssecret.RequiredNames(cluster, namespace, clusterDomain))
}
