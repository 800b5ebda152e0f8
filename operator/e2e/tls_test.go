//go:build e2e

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
)

func inNamespace(ns string) func(*v1alpha1.ValkeyCluster) {
	return func(c *v1alpha1.ValkeyCluster) { c.Namespace = ns }
}

func required(ns string) []string { return tlssecret.RequiredNames("cache", ns, "cluster.local") }

// TestTLS forms a TLS-only cluster and renews its certificate and its authority
// without a restart.
func TestTLS(t *testing.T) {
	t.Parallel()
	ns, first, second := namespace(t), newAuthority(t, "first"), newAuthority(t, "second")
	year := time.Now().AddDate(0, 6, 0)
	cert, key := first.leaf(t, year, required(ns)...)
	secret := tlsSecret(ns, tlsData(cert, key, first.pem))
	create(t, secret)
	r := role(t)
	c := cluster(t, menu(t), 2, 1, inNamespace(ns), withTLS(secret.Name), withUsers(bind("app", r, appPassword)))
	ready(t, c)
	before := pods(t, c)
	showAll(t, c, cert, first.pem)
	t.Run("a client with the roots, and none without TLS", func(t *testing.T) {
		host := names.PodDNS(before[0].Name, c.Name, ns, "cluster.local")
		l := login{user: "app", password: appPassword, ca: file(t, "ca.crt", first.pem), host: host}
		asked(t, before[0].Status.PodIP, l, "PING")
		if reply, err := ask(t, before[0].Status.PodIP, login{user: "app", password: appPassword}, "PING"); err == nil {
			t.Errorf("a plaintext client is answered with %q", reply)
		}
	})
	t.Run("a new leaf", func(t *testing.T) {
		cert, key = first.leaf(t, year, required(ns)...)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.pem) })
		showAll(t, c, cert, first.pem)
	})
	t.Run("a new authority, beside the old one at first", func(t *testing.T) {
		if !full {
			second = first // a new leaf once more
		}
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.pem, second.pem) })
		if full {
			trusted(t, c)
		}
		cert, key = second.leaf(t, year, required(ns)...)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.pem, second.pem) })
		showAll(t, c, cert, second.pem)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, second.pem) })
		ready(t, c)
	})
	t.Run("nothing was restarted", func(t *testing.T) {
		for i, p := range pods(t, c) {
			if p.UID != before[i].UID || p.Status.ContainerStatuses[0].ContainerID != before[i].Status.ContainerStatuses[0].ContainerID {
				t.Errorf("pod %s is another one", p.Name)
			}
		}
	})
}

var errStale = errors.New("the file is another one")

// trusted waits for the kubelets: a server takes a new bundle when it reads its
// files again, and nothing shows from outside which one it has.
func trusted(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	want := string(get(t, c.Namespace, c.Spec.TLS.SecretRef, &corev1.Secret{}).Data[names.TLSCA])
	eventually(t, 3*time.Minute, "the bundle is in every pod", func() error {
		for _, p := range pods(t, c) {
			got, err := os.ReadFile(inPod(t, &p, names.TLSDir+"/"+names.TLSCA))
			if err != nil || string(got) != want {
				return fmt.Errorf("not in pod %s (%w)", p.Name, errors.Join(err, errStale))
			}
		}
		return nil
	})
	time.Sleep(35 * time.Second) // one round of the TLS loop
}

// showAll waits until every pod shows the certificate.
func showAll(t *testing.T, c *v1alpha1.ValkeyCluster, cert, roots []byte) {
	t.Helper()
	showAllAt(t, c, cert, roots, time.Now())
	ready(t, c)
}

// showAllAt is showAll to clients that believe that it is now another time, and
// without a word of the operator's.
func showAllAt(t *testing.T, c *v1alpha1.ValkeyCluster, cert, roots []byte, now time.Time) {
	t.Helper()
	leaf, err := tlssecret.Leaf(map[string][]byte{names.TLSCert: cert})
	if err != nil {
		t.Fatal(err)
	}
	want := tlssecret.Fingerprint(leaf)
	eventually(t, 3*time.Minute, "every node serves the certificate", func() error {
		for _, p := range pods(t, c) {
			got, err := served(p.Status.PodIP, names.PodDNS(p.Name, c.Name, c.Namespace, "cluster.local"), roots, now)
			if err != nil {
				return err
			}
			if got != want {
				return fmt.Errorf("pod %s serves %.12s, want %.12s", p.Name, got, want)
			}
		}
		return nil
	})
}

// TestTLSMessages shows every message of a TLS Secret that is wrong, and that
// each heals by itself.
func TestTLSMessages(t *testing.T) {
	t.Parallel()
	ns, ca := namespace(t), newAuthority(t, "ca")
	year := time.Now().AddDate(0, 6, 0)
	cert, key := ca.leaf(t, year, required(ns)...)
	_, otherKey := ca.leaf(t, year, required(ns)...)
	half, halfKey := ca.leaf(t, year, required(ns)[0])
	good := func() map[string][]byte { return tlsData(cert, key, ca.pem) }
	with := func(name string, value []byte) map[string][]byte {
		d := good()
		d[name] = value
		return d
	}
	// A Secret of the type kubernetes.io/tls needs its two keys, so these are Opaque.
	cases := []struct {
		data map[string][]byte
		want string
	}{
		{nil, `TLS Secret "cert" has no data`},
		{map[string][]byte{names.TLSCert: cert, names.TLSKey: key}, `TLS Secret "cert" missing required key "ca.crt"`},
		{map[string][]byte{names.TLSCert: cert, names.TLSCA: ca.pem}, `TLS Secret "cert" missing required key "tls.key"`},
		{with(names.TLSCert, []byte("no PEM")), `TLS Secret "cert": tls.crt is not valid PEM`},
		{with(names.TLSCert, encode("CERTIFICATE", []byte("no DER"))), `TLS Secret "cert": tls.crt is not a valid X.509 certificate`},
		{tlsData(half, halfKey, ca.pem), `TLS cert in Secret "cert" missing SAN "` + required(ns)[1] + `"`},
		{with(names.TLSKey, otherKey), `TLS Secret "cert": tls.key does not match tls.crt`},
		{with(names.TLSCA, []byte("no PEM")), `TLS Secret "cert": ca.crt is not valid PEM`},
	}
	if !full {
		cases = cases[len(cases)-3:]
	}
	c := cluster(t, menu(t), 1, 0, inNamespace(ns), withTLS("cert"))
	invalid(t, c, `TLS Secret "cert" not found in namespace "`+ns+`"`)
	for _, k := range cases {
		secret := tlsSecret(ns, k.data)
		secret.Type = corev1.SecretTypeOpaque
		create(t, secret)
		invalid(t, c, k.want)
		if err := bed.client.Delete(t.Context(), secret); err != nil {
			t.Fatal(err)
		}
	}
	create(t, tlsSecret(ns, good()))
	ready(t, c)
	uid := pods(t, c)[0].UID
	t.Run("an active cluster becomes Invalid and comes back untouched", func(t *testing.T) {
		secret := get(t, ns, "cert", &corev1.Secret{})
		edit(t, secret, func(s *corev1.Secret) { s.Data[names.TLSKey] = otherKey })
		invalid(t, c, `TLS Secret "cert": tls.key does not match tls.crt`)
		edit(t, secret, func(s *corev1.Secret) { s.Data = good() })
		ready(t, c)
		// A pair that Valkey itself would take: no server may serve it.
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(half, halfKey, ca.pem) })
		invalid(t, c, `TLS cert in Secret "cert" missing SAN "`+required(ns)[1]+`"`)
		time.Sleep(35 * time.Second) // a round of the TLS loop
		edit(t, secret, func(s *corev1.Secret) { s.Data = good() })
		ready(t, c)
		if pods(t, c)[0].UID != uid {
			t.Error("the pod was replaced")
		}
	})
	if !full {
		return
	}
	t.Run("an end that is near, and one that is past", func(t *testing.T) {
		secret := get(t, ns, "cert", &corev1.Secret{})
		cert, key := ca.leaf(t, time.Now().AddDate(0, 0, 10), required(ns)...)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, ca.pem) })
		condition(t, c, v1alpha1.ConditionCertificateExpiring, metav1.ConditionTrue, "CertificateExpiring")
		cert, key = ca.leaf(t, time.Now().Add(-time.Hour), required(ns)...)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, ca.pem) })
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
	eventually(t, time.Minute, "Invalid: "+message, func() error {
		get(t, c.Namespace, c.Name, c)
		stalled := meta.FindStatusCondition(c.Status.Conditions, v1alpha1.ConditionStalled)
		if c.Status.State != v1alpha1.StateInvalid || c.Status.Message != message || stalled == nil || !strings.HasPrefix(stalled.Message, message) {
			return fmt.Errorf("state %s, message %q, Stalled %+v", c.Status.State, c.Status.Message, stalled)
		}
		return nil
	})
	eventually(t, 20*time.Second, "an Event says so", func() error {
		if all := events(t, c.Namespace); !strings.Contains(all, message) {
			return fmt.Errorf("the Events are\n%s", all)
		}
		return nil
	})
	logged(t, "WARN", "TLS Secret validation failed, setting cluster Invalid", c.Namespace)
}

// logged demands a line of the operator's log about the namespace.
func logged(t *testing.T, level, message, ns string) {
	t.Helper()
	eventually(t, 40*time.Second, "the log says "+message, func() error {
		text, err := os.ReadFile(bed.log)
		if err != nil {
			return err
		}
		for line := range bytes.Lines(text) {
			if bytes.Contains(line, []byte(`"level":"`+level+`"`)) && bytes.Contains(line, []byte(`"message":"`+message)) && bytes.Contains(line, []byte(ns)) {
				return nil
			}
		}
		return fmt.Errorf("no such line")
	})
}
