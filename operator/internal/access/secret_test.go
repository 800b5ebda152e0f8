package access

import (
	"context"
	"crypto/x509"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// answers is an API server that knows one Secret, or fails.
type answers struct {
	client.Reader
	data map[string][]byte
	err  error
}

func (a answers) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	if s, ok := object.(*corev1.Secret); ok && key == (client.ObjectKey{Namespace: namespace, Name: "cert"}) {
		s.Data = a.data
		return a.err
	}
	return apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, key.Name)
}

func TestReadTLS(t *testing.T) {
	data := map[string][]byte{names.TLSCA: []byte("roots")}
	if got := ReadTLS(t.Context(), answers{data: data}, namespace, "cert"); !got.Found || got.Err != nil || string(got.Root().PEM) != "roots" {
		t.Errorf("a Secret: %+v", got)
	}
	got := ReadTLS(t.Context(), answers{}, namespace, "other")
	if got.Found || got.Err != nil || len(got.Problems(clusterName, namespace, domain)) != 1 || got.Root().Err == nil {
		t.Errorf("none: %+v", got)
	}
	refused := errors.New("refused")
	got = ReadTLS(t.Context(), answers{err: refused}, namespace, "cert")
	if got.Found || !errors.Is(got.Err, refused) || !errors.Is(got.Root().Err, refused) || got.Root().PEM != nil {
		t.Errorf("an error: %+v", got)
	}
}

// TestRoot: what cannot be had is an error and never an empty pool.
func TestRoot(t *testing.T) {
	for name, s := range map[string]TLSSecret{
		"no key":    {Name: "cert", Found: true, Data: map[string][]byte{names.TLSCert: []byte("x")}},
		"empty":     {Name: "cert", Found: true, Data: map[string][]byte{names.TLSCA: {}}},
		"not found": {Name: "cert"},
	} {
		if root := s.Root(); root.Err == nil || root.PEM != nil || !strings.Contains(root.Err.Error(), `"cert"`) {
			t.Errorf("%s: %+v", name, root)
		}
	}
}

// chains are Secrets, and what is wrong with the chain of each; nothing where that
// is empty.
func chains(t *testing.T) map[string]struct {
	secret TLSSecret
	want   string
} {
	t.Helper()
	root, other := newAuthority(t, "root", -hour, hour), newAuthority(t, "other", -hour, hour)
	ended, early := newAuthority(t, "ended root", -hour, -time.Minute), newAuthority(t, "early root", hour/2, hour)
	between := newAuthority(t, "between", -hour, hour)
	chained := secret(t, between, -hour, hour, nil, root.PEM)
	chained.Data[names.TLSCert] = append(chained.Data[names.TLSCert], root.Cross(t, between)...)
	usage := func(u x509.ExtKeyUsage) func(*x509.Certificate) {
		return func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{u} }
	}
	return map[string]struct {
		secret TLSSecret
		want   string
	}{
		"its own root":              {secret(t, root, -hour, hour, nil, root.PEM), ""},
		"one of two roots":          {secret(t, root, -hour, hour, nil, slices.Concat(other.PEM, root.PEM)), ""},
		"through an intermediate":   {chained, ""},
		"without the intermediate":  {secret(t, between, -hour, hour, nil, root.PEM), "unknown authority"},
		"of another authority":      {secret(t, root, -hour, hour, nil, other.PEM), "unknown authority"},
		"ended":                     {secret(t, root, -hour, -time.Minute, nil, root.PEM), ""},
		"ended, another authority":  {secret(t, root, -hour, -time.Minute, nil, other.PEM), "unknown authority"},
		"its root has ended":        {secret(t, ended, -hour, hour, nil, ended.PEM), ""},
		"not valid yet":             {secret(t, root, hour/2, hour, nil, root.PEM), `the certificate of "CN=valkey" is valid from `},
		"its root is not valid yet": {secret(t, early, -hour, hour, nil, early.PEM), `the certificate of "CN=early root" is valid from `},
		"for servers":               {secret(t, root, -hour, hour, usage(x509.ExtKeyUsageServerAuth), root.PEM), ""},
		"for clients alone":         {secret(t, root, -hour, hour, usage(x509.ExtKeyUsageClientAuth), root.PEM), "key usage"},
		"of another name": {secret(t, root, -hour, hour, func(c *x509.Certificate) { c.DNSNames = []string{"other.example"} }, root.PEM),
			"not cache.team-a.svc.cluster.local"},
		"no certificate": {TLSSecret{Name: "cert", Found: true, Data: map[string][]byte{names.TLSCA: root.PEM}}, "PEM"},
	}
}

// TestChain also demands that the words do not change with the time: they stand in
// a condition, and each change of that would be a write.
func TestChain(t *testing.T) {
	for name, c := range chains(t) {
		got := c.secret.Chain(names.ServiceDNS(clusterName, namespace, domain), now)
		if (got == nil) != (c.want == "") || got != nil && !strings.Contains(got.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
		if later := c.secret.Chain(names.ServiceDNS(clusterName, namespace, domain), now.Add(time.Second)); got != nil && (later == nil || later.Error() != got.Error()) {
			t.Errorf("%s: later it says %v, at first %v", name, later, got)
		}
	}
}

func TestUnfit(t *testing.T) {
	root, other := newAuthority(t, "root", -hour, hour), newAuthority(t, "other", -hour, hour)
	nameless := secret(t, root, -hour, hour, func(c *x509.Certificate) { c.DNSNames = c.DNSNames[:1] }, root.PEM)
	for name, c := range map[string]struct {
		secret      TLSSecret
		untrusted   bool
		want, exact string
	}{
		"good":        {secret: secret(t, root, -hour, hour, nil, root.PEM)},
		"untrusted":   {secret(t, root, -hour, hour, nil, other.PEM), true, `TLS Secret "cert": tls.crt does not verify against ca.crt: x509: `, ""},
		"a name less": {nameless, false, "", `TLS cert in Secret "cert" missing SAN "*.cache.team-a.svc.cluster.local"`},
		"missing":     {TLSSecret{Name: "cert"}, true, "", `TLS Secret "cert" not found in namespace "team-a"`},
	} {
		got := c.secret.Unfit(clusterName, namespace, domain, now)
		if c.exact != "" && got != c.exact || c.exact == "" && (!strings.HasPrefix(got, c.want) || (got == "") != (c.want == "")) {
			t.Errorf("%s: %q", name, got)
		}
		if got := c.secret.Untrusted(clusterName, namespace, domain, now); (got != "") != c.untrusted {
			t.Errorf("%s: untrusted %q", name, got)
		}
	}
}
