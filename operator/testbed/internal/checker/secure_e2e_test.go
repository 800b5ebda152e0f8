//go:build e2e

package checker

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTLSAndUser uses a cluster that takes only TLS, with a user that may do no more than the checker needs.
func TestTLSAndUser(t *testing.T) {
	dir := t.TempDir()
	ca, cert, key := selfSigned(t, dir, "valkey.test")
	users := filepath.Join(dir, "users.acl")
	allowed := "on >secret resetchannels ~testbed:* -@all +get +set +cluster|slots +readonly +ping +hello +auth +client|setinfo +client|setname"
	rules := "user default on >admin ~* &* +@all\nuser checker " + allowed + " +cluster|shards\nuser blind " + allowed + "\n"
	if err := os.WriteFile(users, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	c := startCluster(t,
		[]string{"--port", "0", "--tls-cluster", "yes", "--tls-replication", "yes", "--tls-auth-clients", "no", "--tls-cert-file", cert,
			"--tls-key-file", key, "--tls-ca-cert-file", ca, "--aclfile", users, "--primaryauth", "admin"},
		[]string{"--tls", "--cacert", ca, "--sni", "valkey.test", "--no-auth-warning", "-a", "admin"}, "--tls-port")
	config, err := LoadTLS(ca, "valkey.test", "", "")
	if err != nil {
		t.Fatal(err)
	}
	options := Options{Addresses: []string{c.nodes[0].address}, TLS: config, Username: "checker", Password: "secret", MaxWrites: 6000}
	r := begin(t, options)
	r.Wait()
	report := stop(t, r)
	if problems := report.Problems(); len(problems) > 0 {
		t.Errorf("problems: %q", problems)
	}
	acked := 0
	for _, s := range report.Shards {
		acked += s.Acknowledged
	}
	if acked != 6000 {
		t.Errorf("%d writes acknowledged, want all 6000", acked)
	}
	options.Username = "blind"
	if _, err := Start(t.Context(), options); err == nil || !strings.Contains(err.Error(), "cluster|shards") {
		t.Errorf("with a user that may not see the shards: %v, want an error that says so", err)
	}
	options.Username, options.Password = "checker", "wrong"
	if _, err := Start(t.Context(), options); err == nil || !strings.Contains(err.Error(), "WRONGPASS") {
		t.Errorf("with a wrong password: %v, want WRONGPASS", err)
	}
	options.Password, options.TLS.ServerName = "secret", "other.test"
	if _, err := Start(t.Context(), options); err == nil || !strings.Contains(err.Error(), "valkey.test") {
		t.Errorf("with another server name: %v, want the certificate to be refused", err)
	}
}

// selfSigned makes a certificate that is its own CA, and returns the paths of CA, certificate and key.
func selfSigned(t *testing.T, dir, name string) (ca, cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: keyDER}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, cert, key
}
