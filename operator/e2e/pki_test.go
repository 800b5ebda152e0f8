//go:build e2e

package e2e

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
)

// authority signs certificates for a test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  []byte
}

func newAuthority(t *testing.T, name string) authority {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{
		SerialNumber: serial(t), Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return authority{cert, key, encode("CERTIFICATE", der)}
}

// leaf signs a certificate and returns it with its key, both as PEM.
func (a authority) leaf(t *testing.T, notAfter time.Time, dnsNames ...string) (cert, key []byte) {
	t.Helper()
	own := newKey(t)
	template := &x509.Certificate{
		SerialNumber: serial(t), Subject: pkix.Name{CommonName: "valkey"}, DNSNames: dnsNames,
		NotBefore: time.Now().AddDate(-1, 0, 0), NotAfter: notAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, own.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		t.Fatal(err)
	}
	return encode("CERTIFICATE", der), encode("PRIVATE KEY", raw)
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func serial(t *testing.T) *big.Int {
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

// tlsData is the data of a TLS Secret.
func tlsData(cert, key []byte, roots ...[]byte) map[string][]byte {
	return map[string][]byte{names.TLSCert: cert, names.TLSKey: key, names.TLSCA: bytes.Join(roots, nil)}
}

func tlsSecret(namespace string, data map[string][]byte) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "cert"}, Type: corev1.SecretTypeTLS, Data: data}
}

// file writes the bytes to a file of the test.
func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// served is the fingerprint of the certificate that the server at the address
// shows to a client that trusts the roots, expects the host name and believes that
// it is the time given.
func served(address, host string, roots []byte, now time.Time) (string, error) {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(roots)
	dialer := &net.Dialer{Timeout: 3 * time.Second}
	conn, err := tls.DialWithDialer(dialer, "tcp", net.JoinHostPort(address, strconv.Itoa(names.Port)),
		&tls.Config{RootCAs: pool, ServerName: host, MinVersion: tls.VersionTLS12, Time: func() time.Time { return now }})
	if err != nil {
		return "", fmt.Errorf("handshake with %s: %w", host, err)
	}
	defer func() { _ = conn.Close() }()
	return tlssecret.Fingerprint(conn.ConnectionState().PeerCertificates[0]), nil
}
