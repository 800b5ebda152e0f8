package valkeyconn

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"math/big"
	"testing"
	"time"
)

// authority is a CA of the test's own.
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

func newAuthority(t *testing.T) authority {
	t.Helper()
	a := authority{key: newKey(t), cert: &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "CA"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}}
	der, err := x509.CreateCertificate(rand.Reader, a.cert, a.cert, a.key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	a.pem = block("CERTIFICATE", der)
	return a
}

func block(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// leaf returns a certificate for the name and its key, both in PEM, and the
// certificate's SHA-256.
func (a authority) leaf(t *testing.T, name string) (certificate, key []byte, sum string) {
	t.Helper()
	return a.leafOf(t, name, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
}

// leafOf is leaf with the times between which the certificate is valid.
func (a authority) leafOf(t *testing.T, name string, from, to time.Time) (certificate, key []byte, sum string) {
	t.Helper()
	private := newKey(t)
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "node"}, DNSNames: []string{name},
		NotBefore: from, NotAfter: to,
	}, a.cert, private.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(der)
	return block("CERTIFICATE", der), block("PRIVATE KEY", pkcs8), hex.EncodeToString(hash[:])
}

// pair is the same for a server in the test itself.
func (a authority) pair(t *testing.T, name string) (tls.Certificate, string) {
	t.Helper()
	certificate, key, sum := a.leaf(t, name)
	return keyPair(t, certificate, key), sum
}

func keyPair(t *testing.T, certificate, key []byte) tls.Certificate {
	t.Helper()
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		t.Fatal(err)
	}
	return pair
}
