package tlssecret

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
)

// Fingerprint identifies a certificate: the SHA-256 of its DER form in
// lower-case hexadecimal.
func Fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.Raw)
	return hex.EncodeToString(sum[:])
}
