package servertest

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// Issue writes the three files of a TLS server, its certificate a new one, and
// returns the SHA-256 of that. The server reads them when it starts, and when it is
// told to.
func (s *Server) Issue(t testing.TB) string {
	t.Helper()
	certificate, key := s.TLS.Sign(t, &x509.Certificate{
		DNSNames: []string{s.Host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	})
	for file, content := range map[string][]byte{names.TLSCert: certificate, names.TLSKey: key, names.TLSCA: s.TLS.PEM} {
		if err := os.WriteFile(filepath.Join(s.Dir, file), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	roots := x509.NewCertPool()
	roots.AddCert(s.TLS.Cert)
	s.tls = &tls.Config{RootCAs: roots, ServerName: s.Host, MinVersion: tls.VersionTLS12}
	block, _ := pem.Decode(certificate)
	sum := sha256.Sum256(block.Bytes)
	return hex.EncodeToString(sum[:])
}

func (s *Server) tlsArgs() []string {
	args := []string{"--tls-cluster", "yes", "--tls-replication", "yes", "--tls-auth-clients", "no"}
	for flag, file := range map[string]string{"cert-file": names.TLSCert, "key-file": names.TLSKey, "ca-cert-file": names.TLSCA} {
		args = append(args, "--tls-"+flag, filepath.Join(s.Dir, file))
	}
	return args
}
