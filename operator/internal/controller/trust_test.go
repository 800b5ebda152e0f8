package controller

import (
	"context"
	"crypto/x509"
	"errors"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
	"github.com/valkey-menu/valkey-menu/operator/internal/access"
	"github.com/valkey-menu/valkey-menu/operator/internal/pkitest"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// signed is the data of a TLS Secret whose certificate ends at the time, with a root
// that stands for it, or with another one.
func signed(t *testing.T, notAfter time.Time, trusted bool) map[string][]byte {
	t.Helper()
	from, to := countedAt.AddDate(-1, 0, 0), countedAt.AddDate(1, 0, 0)
	root := pkitest.New(t, "one", from, to)
	cert, key := root.Sign(t, &x509.Certificate{
		NotBefore: from, NotAfter: notAfter, DNSNames: tlssecret.RequiredNames("cache", "team-a", "cluster.local"),
	})
	if !trusted {
		root = pkitest.New(t, "one", from, to)
	}
	return map[string][]byte{names.TLSCert: cert, names.TLSKey: key, names.TLSCA: root.PEM}
}

// holder is an API server that holds one Secret.
type holder struct {
	client.Reader
	data map[string][]byte
	err  error
}

func (h holder) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	s, ok := object.(*corev1.Secret)
	if !ok || h.data == nil && h.err == nil {
		return apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, key.Name)
	}
	s.Data = h.data
	return h.err
}

// TestUntrusted: what the TLS loop lets servers load, what the node loop makes pods
// with, and what the cluster loop says of it.
func TestUntrusted(t *testing.T) {
	later, past := countedAt.AddDate(0, 6, 0), countedAt.AddDate(0, 0, -1)
	nameless := signed(t, later, true)
	nameless[names.TLSKey] = signed(t, later, true)[names.TLSKey]
	refused := errors.New("refused")
	const untrusted = `TLS Secret "cert": tls.crt does not verify against ca.crt: `
	for name, c := range map[string]struct {
		held holder
		fit  bool
		// unfit is why no pod is made, and stall what a person must mend.
		unfit, stall string
	}{
		"good":                 {held: holder{data: signed(t, later, true)}, fit: true},
		"ended":                {held: holder{data: signed(t, past, true)}, fit: true},
		"another root":         {held: holder{data: signed(t, later, false)}, unfit: untrusted, stall: untrusted},
		"ended, another root":  {held: holder{data: signed(t, past, false)}, unfit: untrusted, stall: untrusted},
		"a key of another":     {held: holder{data: nameless}, unfit: `TLS Secret "cert": tls.key does not match tls.crt`},
		"missing":              {},
		"it could not be read": {held: holder{err: refused}},
	} {
		t.Run(name, func(t *testing.T) {
			l := &Loops{Live: c.held, Now: func() time.Time { return countedAt }, Settings: settings.Settings{Options: resolve.DefaultOptions()}}
			p := counted(1, 0)
			if got := (&TLS{Loops: l}).fit(t.Context(), p.Cluster); got != c.fit {
				t.Errorf("servers may load it: %t, want %t", got, c.fit)
			}
			node := &v1alpha1.ValkeyNode{ObjectMeta: metav1.ObjectMeta{Namespace: "team-a", Name: "cache-0"}}
			node.Spec.ClusterName, node.Spec.TLSSecret = "cache", "cert"
			got, err := (&Node{Loops: l}).unfit(t.Context(), node)
			if !errors.Is(err, c.held.err) || !strings.HasPrefix(got, c.unfit) || (got == "") != (c.unfit == "") {
				t.Errorf("no pod because %q (%v), want %q (%v)", got, err, c.unfit, c.held.err)
			}
			secret := access.ReadTLS(t.Context(), c.held, "team-a", "cert")
			if secret.Err != nil {
				return // the pass ends with it
			}
			p.tls, p.Access = &secret, &access.Access{Roots: map[string]access.Root{}}
			p.judgeTLS("cluster.local")
			p.trustTLS("cluster.local")
			told(t, p, c.stall)
		})
	}
}

// told demands that the pass stalls for an untrusted certificate, or does not.
func told(t *testing.T, p *pass, stall string) {
	t.Helper()
	if stall == "" {
		if len(p.seen.Stalls) > 0 || p.unresolved != nil {
			t.Errorf("it stalls: %+v", p.seen.Stalls)
		}
		return
	}
	if len(p.seen.TLSProblems) > 0 || len(p.seen.Stalls) != 1 || p.unresolved == nil || p.unresolved.Reason != plan.Reason(status.ReasonCertificateUntrusted) {
		t.Fatalf("problems %q, stalls %+v, unresolved %v", p.seen.TLSProblems, p.seen.Stalls, p.unresolved)
	}
	if got := p.seen.Stalls[0]; got.Reason != status.ReasonCertificateUntrusted || !strings.HasPrefix(got.Message, stall) || got.Message != p.unresolved.Message {
		t.Errorf("it stalls for %+v, want %q", got, stall)
	}
}

// TestNoPodWithoutTLSIsHeldUp: a node without TLS asks for no Secret.
func TestNoPodWithoutTLSIsHeldUp(t *testing.T) {
	n := &Node{Loops: &Loops{Live: holder{err: errors.New("asked")}}}
	if got, err := n.unfit(t.Context(), &v1alpha1.ValkeyNode{}); got != "" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
