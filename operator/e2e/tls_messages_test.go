//go:build e2e

package e2e

import (
	"encoding/pem"
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestTLSMessages shows every message of a TLS Secret that is wrong, and that
// each heals by itself.
func TestTLSMessages(t *testing.T) {
	t.Parallel()
	ns, ca := namespace(t), newAuthority(t, "ca")
	year := time.Now().AddDate(0, 6, 0)
	cert, key := ca.leaf(t, year, required(ns)...)
	other, otherKey := ca.leaf(t, year, required(ns)[1])
	half, halfKey := ca.leaf(t, year, required(ns)[0])
	good := func() map[string][]byte { return tlsData(cert, key, ca.PEM) }
	with := func(name string, value []byte) map[string][]byte {
		d := good()
		d[name] = value
		return d
	}
	cases := []struct {
		data map[string][]byte
		want string
	}{
		{nil, `TLS Secret "cert" has no data`},
		{map[string][]byte{names.TLSCert: cert, names.TLSKey: key}, `TLS Secret "cert" missing required key "ca.crt"`},
		{map[string][]byte{names.TLSCert: cert, names.TLSCA: ca.PEM}, `TLS Secret "cert" missing required key "tls.key"`},
		{map[string][]byte{names.TLSKey: key, names.TLSCA: ca.PEM}, `TLS Secret "cert" missing required key "tls.crt"`},
		{with(names.TLSCert, []byte("no PEM")), `TLS Secret "cert": tls.crt is not valid PEM`},
		{with(names.TLSCert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("no DER")})), `TLS Secret "cert": tls.crt is not a valid X.509 certificate`},
		{tlsData(half, halfKey, ca.PEM), `TLS cert in Secret "cert" missing SAN "` + required(ns)[1] + `"`},
		{tlsData(other, otherKey, ca.PEM), `TLS cert in Secret "cert" missing SAN "` + required(ns)[0] + `"`},
		{with(names.TLSKey, otherKey), `TLS Secret "cert": tls.key does not match tls.crt`},
		{with(names.TLSCA, []byte("no PEM")), `TLS Secret "cert": ca.crt is not valid PEM`},
	}
	c := cluster(t, menu(t), 1, 0, inNamespace(ns), withTLS("cert"))
	invalid(t, c, `TLS Secret "cert" not found in namespace "`+ns+`"`)
	secret := tlsSecret(ns, nil)
	secret.Type = corev1.SecretTypeOpaque // one of the type kubernetes.io/tls has to have its two keys
	create(t, secret)
	for _, k := range cases {
		edit(t, secret, func(s *corev1.Secret) { s.Data = k.data })
		looked(t, c)
		invalid(t, c, k.want)
	}
	edit(t, secret, func(s *corev1.Secret) { s.Data = good() })
	ready(t, c)
	uid := pods(t, c)[0].UID
	t.Run("an active cluster becomes Invalid and comes back untouched", func(t *testing.T) {
		edit(t, secret, func(s *corev1.Secret) { s.Data[names.TLSKey] = otherKey })
		looked(t, c)
		invalid(t, c, `TLS Secret "cert": tls.key does not match tls.crt`)
		edit(t, secret, func(s *corev1.Secret) { s.Data = good() })
		ready(t, c)
		// A pair that Valkey itself would take: no server may serve it.
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(half, halfKey, ca.PEM) })
		looked(t, c)
		invalid(t, c, `TLS cert in Secret "cert" missing SAN "`+required(ns)[1]+`"`)
		trusted(t, c)
		showAllAt(t, c, cert, ca.PEM, time.Now())
		edit(t, secret, func(s *corev1.Secret) { s.Data = good() })
		ready(t, c)
		if pods(t, c)[0].UID != uid {
			t.Error("the pod was replaced")
		}
	})
	t.Run("an end that is near, and one that is past", func(t *testing.T) {
		cert, key := ca.leaf(t, time.Now().AddDate(0, 0, 10), required(ns)...)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, ca.PEM) })
		looked(t, c)
		condition(t, c, v1alpha1.ConditionCertificateExpiring, metav1.ConditionTrue, "CertificateExpiring")
		cert, key = ca.leaf(t, time.Now().Add(-time.Hour), required(ns)...)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, ca.PEM) })
		looked(t, c)
		condition(t, c, v1alpha1.ConditionCertificateExpiring, metav1.ConditionTrue, "CertificateExpired")
		if c.Status.State == v1alpha1.StateInvalid {
			t.Error("an expired certificate makes the cluster Invalid")
		}
		logged(t, "WARN", "TLS certificate has expired", ns)
	})
}

// invalid waits for the state, its message, the Event and the log line.
func invalid(t *testing.T, c *v1alpha1.ValkeyCluster, message string) {
	t.Helper()
	eventually(t, patience, "Invalid: "+message, func() error {
		get(t, c.Namespace, c.Name, c)
		stalled := meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionStalled)
		if c.Status.State != v1alpha1.StateInvalid || c.Status.Message != message || stalled == nil || !strings.HasPrefix(stalled.Message, message) {
			return fmt.Errorf("state %s, message %q, Stalled %+v", c.Status.State, c.Status.Message, stalled)
		}
		return nil
	})
	told(t, c, "TLSSecretInvalid", message)
	logged(t, "WARN", "TLS Secret validation failed, setting cluster Invalid", c.Namespace, message)
}
