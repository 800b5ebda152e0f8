package tlssecret

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// NotFound is the message for a Secret that does not exist.
func NotFound(secret, namespace string) string {
	return fmt.Sprintf("TLS Secret %q not found in namespace %q", secret, namespace)
}

// RequiredNames lists the DNS names that the certificate of a cluster must
// hold: that of its Service, which clients connect to first, and the wildcard
// over its pods, which every node announces.
func RequiredNames(cluster, namespace, clusterDomain string) []string {
	service := names.ServiceDNS(cluster, namespace, clusterDomain)
	return []string{service, "*." + service}
}

// Check returns what is wrong with the data of the named Secret, the most basic
// first; the rest is not looked at where it would only repeat that. Nothing
// wrong gives an empty list. The texts are fixed: people search for them.
func Check(secret string, data map[string][]byte, requiredNames []string) []string {
	if len(data) == 0 {
		return []string{fmt.Sprintf("TLS Secret %q has no data", secret)}
	}
	if missing := missingKeys(secret, data); len(missing) > 0 {
		return missing
	}
	var problems []string
	leaf, err := Leaf(data)
	switch {
	case errors.Is(err, ErrNotPEM):
		problems = append(problems, fmt.Sprintf("TLS Secret %q: tls.crt is not valid PEM", secret))
	case err != nil:
		problems = append(problems, fmt.Sprintf("TLS Secret %q: tls.crt is not a valid X.509 certificate", secret))
	default:
		problems = append(problems, missingNames(secret, leaf, requiredNames)...)
		if !matches(leaf, data[names.TLSKey]) {
			problems = append(problems, fmt.Sprintf("TLS Secret %q: tls.key does not match tls.crt", secret))
		}
	}
	if !isBundle(data[names.TLSCA]) {
		problems = append(problems, fmt.Sprintf("TLS Secret %q: ca.crt is not valid PEM", secret))
	}
	return problems
}

func missingKeys(secret string, data map[string][]byte) []string {
	var problems []string
	for _, key := range []string{names.TLSCert, names.TLSKey, names.TLSCA} {
		if _, ok := data[key]; !ok {
			problems = append(problems, fmt.Sprintf("TLS Secret %q missing required key %q", secret, key))
		}
	}
	return problems
}

func missingNames(secret string, leaf *x509.Certificate, required []string) []string {
	var problems []string
	for _, name := range required {
		has := slices.ContainsFunc(leaf.DNSNames, func(san string) bool { return strings.EqualFold(san, name) })
		if !has {
			problems = append(problems, fmt.Sprintf("TLS cert in Secret %q missing SAN %q", secret, name))
		}
	}
	return problems
}

// isBundle reports whether ca.crt is what a server takes as trust roots: PEM
// with at least one certificate, all of which can be read.
func isBundle(ca []byte) bool {
	found := false
	for {
		var block *pem.Block
		block, ca = pem.Decode(ca)
		if block == nil {
			return found
		}
		if block.Type != certificateType {
			continue
		}
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			return false
		}
		found = true
	}
}
