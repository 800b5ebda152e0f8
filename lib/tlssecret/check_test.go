package tlssecret_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
)

var required = tlssecret.RequiredNames("cache", "team-a", "cluster.local")

func block(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func ecKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// certificate signs itself; it expired long before anybody runs this test.
func certificate(t *testing.T, public, private any, sans ...string) []byte {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "cache"}, DNSNames: sans,
		NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1, 0),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, private)
	if err != nil {
		t.Fatal(err)
	}
	return block("CERTIFICATE", der)
}

func pkcs8(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return block("PRIVATE KEY", der)
}

func ecPrivate(t *testing.T, key *ecdsa.PrivateKey) []byte {
	t.Helper()
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return block("EC PRIVATE KEY", der)
}

func TestRequiredNames(t *testing.T) {
	want := []string{"cache.team-a.svc.cluster.local", "*.cache.team-a.svc.cluster.local"}
	if diff := cmp.Diff(want, required); diff != "" {
		t.Error(diff)
	}
}

func TestNotFound(t *testing.T) {
	want := `TLS Secret "web-tls" not found in namespace "team-a"`
	if got := tlssecret.NotFound("web-tls", "team-a"); got != want {
		t.Errorf("NotFound = %s, want %s", got, want)
	}
}

func TestCheck(t *testing.T) {
	key := ecKey(t)
	good := map[string][]byte{
		"tls.crt": certificate(t, key.Public(), key, required...),
		"tls.key": pkcs8(t, key),
		"ca.crt":  certificate(t, key.Public(), key),
	}
	set := func(key string, value []byte) map[string][]byte {
		data := maps.Clone(good)
		data[key] = value
		return data
	}
	without := func(keys ...string) map[string][]byte {
		data := maps.Clone(good)
		for _, key := range keys {
			delete(data, key)
		}
		return data
	}
	other := ecKey(t)
	tests := map[string]struct {
		data map[string][]byte
		want []string
	}{
		"good, though it has expired": {good, nil},
		"no data":                     {nil, []string{`TLS Secret "s" has no data`}},
		"one key missing":             {without("ca.crt"), []string{`TLS Secret "s" missing required key "ca.crt"`}},
		"two keys missing": {without("tls.key", "tls.crt"), []string{
			`TLS Secret "s" missing required key "tls.crt"`,
			`TLS Secret "s" missing required key "tls.key"`,
		}},
		"certificate is no PEM":        {set("tls.crt", []byte("hello")), []string{`TLS Secret "s": tls.crt is not valid PEM`}},
		"certificate is empty":         {set("tls.crt", nil), []string{`TLS Secret "s": tls.crt is not valid PEM`}},
		"certificate is garbage":       {set("tls.crt", block("CERTIFICATE", []byte("x"))), []string{`TLS Secret "s": tls.crt is not a valid X.509 certificate`}},
		"key in place of certificate":  {set("tls.crt", good["tls.key"]), []string{`TLS Secret "s": tls.crt is not a valid X.509 certificate`}},
		"key before the certificate":   {set("tls.crt", slices.Concat(good["tls.key"], good["tls.crt"])), nil},
		"the leaf comes first":         {set("tls.crt", slices.Concat(good["tls.crt"], certificate(t, other.Public(), other))), nil},
		"names in another case":        {set("tls.crt", certificate(t, key.Public(), key, strings.ToUpper(required[0]), required[1])), nil},
		"no wildcard":                  {set("tls.crt", certificate(t, key.Public(), key, required[0])), []string{`TLS cert in Secret "s" missing SAN "*.cache.team-a.svc.cluster.local"`}},
		"names of another cluster":     {set("tls.crt", certificate(t, key.Public(), key, "web.team-a.svc.cluster.local")), []string{`TLS cert in Secret "s" missing SAN "cache.team-a.svc.cluster.local"`, `TLS cert in Secret "s" missing SAN "*.cache.team-a.svc.cluster.local"`}},
		"key of another certificate":   {set("tls.key", pkcs8(t, other)), []string{`TLS Secret "s": tls.key does not match tls.crt`}},
		"key is no PEM":                {set("tls.key", []byte("hello")), []string{`TLS Secret "s": tls.key does not match tls.crt`}},
		"key is garbage":               {set("tls.key", block("PRIVATE KEY", []byte("x"))), []string{`TLS Secret "s": tls.key does not match tls.crt`}},
		"key behind its parameters":    {set("tls.key", slices.Concat(block("EC PARAMETERS", []byte("x")), ecPrivate(t, key))), nil},
		"roots are no PEM":             {set("ca.crt", []byte("hello")), []string{`TLS Secret "s": ca.crt is not valid PEM`}},
		"roots hold no certificate":    {set("ca.crt", good["tls.key"]), []string{`TLS Secret "s": ca.crt is not valid PEM`}},
		"one of the roots is garbage":  {set("ca.crt", slices.Concat(good["ca.crt"], block("CERTIFICATE", []byte("x")))), []string{`TLS Secret "s": ca.crt is not valid PEM`}},
		"several things at once":       {map[string][]byte{"tls.crt": []byte("x"), "tls.key": nil, "ca.crt": nil}, []string{`TLS Secret "s": tls.crt is not valid PEM`, `TLS Secret "s": ca.crt is not valid PEM`}},
		"other keys do not matter":     {set("keystore.p12", []byte("x")), nil},
		"comments around PEM are fine": {set("ca.crt", slices.Concat([]byte("# our roots\n"), good["ca.crt"])), nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := tlssecret.Check("s", test.data, required)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCheckKeyKinds(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	edPublic, edKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ec := ecKey(t)
	tests := map[string]struct{ cert, key []byte }{
		"RSA, PKCS 8":     {certificate(t, rsaKey.Public(), rsaKey, required...), pkcs8(t, rsaKey)},
		"RSA, PKCS 1":     {certificate(t, rsaKey.Public(), rsaKey, required...), block("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rsaKey))},
		"EC, SEC 1":       {certificate(t, ec.Public(), ec, required...), ecPrivate(t, ec)},
		"Ed25519, PKCS 8": {certificate(t, edPublic, edKey, required...), pkcs8(t, edKey)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			data := map[string][]byte{"tls.crt": test.cert, "tls.key": test.key, "ca.crt": test.cert}
			if got := tlssecret.Check("s", data, required); len(got) > 0 {
				t.Errorf("Check = %q, want nothing", got)
			}
			data["tls.key"] = pkcs8(t, ecKey(t))
			if got := tlssecret.Check("s", data, required); len(got) != 1 {
				t.Errorf("Check with another key = %q, want one problem", got)
			}
		})
	}
}

func TestLeaf(t *testing.T) {
	key := ecKey(t)
	leaf, err := tlssecret.Leaf(map[string][]byte{"tls.crt": certificate(t, key.Public(), key, "a.example")})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.example"}, leaf.DNSNames); diff != "" {
		t.Error(diff)
	}
	if _, err := tlssecret.Leaf(nil); !errors.Is(err, tlssecret.ErrNotPEM) {
		t.Errorf("no certificate: %v, want %v", err, tlssecret.ErrNotPEM)
	}
	garbage := map[string][]byte{"tls.crt": block("CERTIFICATE", bytes.Repeat([]byte("x"), 9))}
	if _, err := tlssecret.Leaf(garbage); !errors.Is(err, tlssecret.ErrNotCertificate) {
		t.Errorf("garbage: %v, want %v", err, tlssecret.ErrNotCertificate)
	}
}
