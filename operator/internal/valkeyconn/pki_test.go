package valkeyconn

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/internal/pkitest"
)

// authority is a CA of the test's own.
type authority struct{ pkitest.Authority }

func newAuthority(t *testing.T) authority {
	t.Helper()
	return authority{pkitest.New(t, "CA", time.Now().Add(-time.Hour), time.Now().Add(time.Hour))}
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
	certificate, key = a.Sign(t, &x509.Certificate{DNSNames: []string{name}, NotBefore: from, NotAfter: to})
	block, _ := pem.Decode(certificate)
	hash := sha256.Sum256(block.Bytes)
	return certificate, key, hex.EncodeToString(hash[:])
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
