package access

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
)

const (
	clusterName, namespace, domain = "cache", "team-a", "cluster.local"
	hour                           = time.Hour
)

// now is when all tests look at certificates.
var now = time.Now()

// authority is a root of the test's own.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  []byte
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newAuthority(t *testing.T, name string, from, to time.Duration) authority {
	t.Helper()
	a := authority{key: newKey(t), cert: &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: now.Add(from), NotAfter: now.Add(to), KeyUsage: x509.KeyUsageCertSign,
	}}
	der, err := x509.CreateCertificate(rand.Reader, a.cert, a.cert, a.key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	a.pem = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return a
}

// leaf signs a certificate that is valid between two times from now, with an edit
// of the template, and returns it with its key.
func (a authority) leaf(t *testing.T, from, to time.Duration, edit func(*x509.Certificate)) (cert, key []byte) {
	t.Helper()
	own := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "valkey"}, DNSNames: tlssecret.RequiredNames(clusterName, namespace, domain),
		NotBefore: now.Add(from), NotAfter: now.Add(to),
	}
	if edit != nil {
		edit(template)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, own.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})
}

// secret is a TLS Secret that holds a certificate of the signer beside the roots.
func secret(t *testing.T, signer authority, from, to time.Duration, edit func(*x509.Certificate), roots []byte) TLSSecret {
	t.Helper()
	cert, key := signer.leaf(t, from, to, edit)
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
