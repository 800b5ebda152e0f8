package access

import (
	"crypto/tls"
	"crypto/x509"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
	"github.com/valkey-menu/valkey-menu/operator/internal/pkitest"
)

const (
	clusterName, namespace, domain = "cache", "team-a", "cluster.local"
	hour                           = time.Hour
)

// now is when all tests look at certificates.
var now = time.Now()

func newAuthority(t *testing.T, name string, from, to time.Duration) pkitest.Authority {
	t.Helper()
	return pkitest.New(t, name, now.Add(from), now.Add(to))
}

// leaf signs a certificate that is valid between two times from now, with an edit
// of the template, and returns it with its key.
func leaf(t *testing.T, a pkitest.Authority, from, to time.Duration, edit func(*x509.Certificate)) (cert, key []byte) {
	t.Helper()
	template := &x509.Certificate{
		DNSNames: tlssecret.RequiredNames(clusterName, namespace, domain), NotBefore: now.Add(from), NotAfter: now.Add(to),
	}
	if edit != nil {
		edit(template)
	}
	return a.Sign(t, template)
}

// secret is a TLS Secret that holds a certificate of the signer beside the roots.
func secret(t *testing.T, signer pkitest.Authority, from, to time.Duration, edit func(*x509.Certificate), roots []byte) TLSSecret {
	t.Helper()
	cert, key := leaf(t, signer, from, to, edit)
	return TLSSecret{Name: "cert", Found: true, Data: map[string][]byte{names.TLSCert: cert, names.TLSKey: key, names.TLSCA: roots}}
}

func (s TLSSecret) pair(t *testing.T) tls.Certificate {
	t.Helper()
	pair, err := tls.X509KeyPair(s.Data[names.TLSCert], s.Data[names.TLSKey])
	if err != nil {
		t.Fatal(err)
	}
	return pair
}
