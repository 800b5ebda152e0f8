package checker

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
)

// LoadTLS reads a client's TLS settings. serverName is what every node's certificate must be for, since the client
// connects to addresses that no certificate names; certFile and keyFile are for clusters that ask for a client
// certificate and may both be empty.
func LoadTLS(caFile, serverName, certFile, keyFile string) (*tls.Config, error) {
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return nil, fmt.Errorf("reading the CA: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("reading the CA %q: no certificate in it", caFile)
	}
	config := &tls.Config{RootCAs: roots, ServerName: serverName, MinVersion: tls.VersionTLS12}
	if certFile == "" && keyFile == "" {
		return config, nil
	}
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, fmt.Errorf("reading the client certificate: %w", err)
	}
	config.Certificates = []tls.Certificate{pair}
	return config, nil
}
