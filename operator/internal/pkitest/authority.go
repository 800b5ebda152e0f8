package pkitest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"testing"
	"time"
)

// Authority is a root of a test's own.
type Authority struct {
	Cert *x509.Certificate
	Key  *ecdsa.PrivateKey
	// PEM is its certificate.
	PEM []byte
}

// New makes an authority that is valid between two times.
func New(t testing.TB, name string, from, to time.Time) Authority {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{
		SerialNumber: serial(t), Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: from, NotAfter: to,
	}
	der := create(t, template, template, key, key)
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return Authority{Cert: cert, Key: key, PEM: encode("CERTIFICATE", der)}
}

// Sign completes a template and returns the certificate and its key, both as PEM.
func (a Authority) Sign(t testing.TB, template *x509.Certificate) (certificate, key []byte) {
	t.Helper()
	own := newKey(t)
	template.SerialNumber, template.Subject = serial(t), pkix.Name{CommonName: "valkey"}
	raw, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		t.Fatal(err)
	}
	return encode("CERTIFICATE", create(t, template, a.Cert, own, a.Key)), encode("PRIVATE KEY", raw)
}

// Cross is the certificate of another authority, signed by this one, as PEM.
func (a Authority) Cross(t testing.TB, other Authority) []byte {
	t.Helper()
	return encode("CERTIFICATE", create(t, other.Cert, a.Cert, other.Key, a.Key))
}

func create(t testing.TB, template, by *x509.Certificate, key, byKey *ecdsa.PrivateKey) []byte {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, by, key.Public(), byKey)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func serial(t testing.TB) *big.Int {
	t.Helper()
	n, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func encode(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}
