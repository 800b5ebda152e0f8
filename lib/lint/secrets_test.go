package lint_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

func TestSecrets(t *testing.T) {
	const rules = "VK018 VK066"
	stream := image91 + configs("imageRef: v91") + onCluster("a", ", tls: {secretRef: s}")
	data := func(pairs ...string) map[string][]byte {
		out := map[string][]byte{}
		for i := 0; i < len(pairs); i += 2 {
			out[pairs[i]] = []byte(pairs[i+1])
		}
		return out
	}
	of := func(namespace, name string, data map[string][]byte) lint.Secret {
		return lint.Secret{Namespace: namespace, Name: name, Data: data}
	}
	const (
		absent = `info VK018 k spec.tls.secretRef: TLS Secret "s" not found in namespace "ns": it is not in this build, so it was not checked`
		empty  = `error VK066 k spec.tls.secretRef: TLS Secret "s" has no data`
		noX509 = `error VK066 k spec.tls.secretRef: TLS Secret "s": ca.crt is not valid PEM
error VK066 k spec.tls.secretRef: TLS Secret "s": tls.crt is not a valid X.509 certificate`
		noCA  = `error VK066 k spec.tls.secretRef: TLS Secret "s" missing required key "ca.crt"`
		noKey = `error VK066 k spec.tls.secretRef: TLS Secret "s" missing required key "tls.key"`
	)
	tests := map[string]struct {
		secrets []lint.Secret
		want    string
	}{
		"none":                  {nil, absent},
		"of another name":       {[]lint.Secret{of("ns", "x", nil)}, absent},
		"of another namespace":  {[]lint.Secret{of("m", "s", nil)}, absent},
		"empty":                 {[]lint.Secret{of("ns", "s", nil)}, empty},
		"the first keys decide": {[]lint.Secret{of("ns", "s", data("tls.crt", "", "tls.key", "")), of("ns", "s", data("ca.crt", "", "tls.crt", ""))}, noKey},
		"then their values": {[]lint.Secret{
			of("ns", "s", data("ca.crt", "", "tls.crt", "x", "tls.key", "")),
			of("ns", "s", data("ca.crt", "", "tls.crt", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "tls.key", "")),
		}, noX509},
		"one secret twice": {[]lint.Secret{of("ns", "s", data("tls.crt", "", "tls.key", "")), of("ns", "s", data("tls.crt", "", "tls.key", ""))}, noCA},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for range 2 {
				in := load(t, stream).input()
				in.Secrets = test.secrets
				if diff := cmp.Diff(test.want, brief(lint.Run(in), true, rules)); diff != "" {
					t.Errorf("%d secrets: %s", len(test.secrets), diff)
				}
				slices.Reverse(test.secrets)
			}
		})
	}
}
