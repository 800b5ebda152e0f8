package tlssecret

import (
	"crypto"
	"crypto/x509"
	"encoding/pem"
	"errors"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

const certificateType = "CERTIFICATE"

// The two ways in which Leaf fails.
var (
	ErrNotPEM         = errors.New("tls.crt is not valid PEM")
	ErrNotCertificate = errors.New("tls.crt is not a valid X.509 certificate")
)

// Leaf returns the certificate that a server presents: the first one of
// tls.crt. The error is ErrNotPEM or ErrNotCertificate.
func Leaf(data map[string][]byte) (*x509.Certificate, error) {
	rest := data[names.TLSCert]
	failure := ErrNotPEM
	for {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		if block == nil {
			return nil, failure
		}
		failure = ErrNotCertificate
		if block.Type != certificateType {
			continue
		}
		leaf, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			// The parser's own text can quote the certificate.
			return nil, ErrNotCertificate
		}
		return leaf, nil
	}
}

// matches reports whether key, as PEM, holds the private key of the leaf. A key
// that is encrypted or cannot be read matches nothing: a server could not use
// it either.
func matches(leaf *x509.Certificate, key []byte) bool {
	for {
		var block *pem.Block
		block, key = pem.Decode(key)
		if block == nil {
			return false
		}
		public, ok := publicKey(block)
		if !ok {
			continue // for example EC PARAMETERS in front of the key
		}
		own, ok := public.(interface{ Equal(x crypto.PublicKey) bool })
		return ok && own.Equal(leaf.PublicKey)
	}
}

func publicKey(block *pem.Block) (crypto.PublicKey, bool) {
	var key any
	var err error
	switch block.Type {
	case "PRIVATE KEY":
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	case "EC PRIVATE KEY":
		key, err = x509.ParseECPrivateKey(block.Bytes)
	default:
		return nil, false
	}
	private, ok := key.(interface{ Public() crypto.PublicKey })
	if err != nil || !ok {
		return nil, false
	}
	return private.Public(), true
}
