//go:build e2e

package e2e

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
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
	"github.com/valkey-menu/valkey-menu/operator/internal/pkitest"
)

// authority signs certificates for a test.
type authority struct{ pkitest.Authority }

func newAuthority(t *testing.T, name string) authority {
	t.Helper()
	return authority{pkitest.New(t, name, time.Now().Add(-time.Hour), time.Now().AddDate(1, 0, 0))}
}

// leaf signs a certificate and returns it with its key, both as PEM.
func (a authority) leaf(t *testing.T, notAfter time.Time, dnsNames ...string) (cert, key []byte) {
	t.Helper()
	return a.Sign(t, &x509.Certificate{
		DNSNames: dnsNames, NotBefore: time.Now().AddDate(-1, 0, 0), NotAfter: notAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	})
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
