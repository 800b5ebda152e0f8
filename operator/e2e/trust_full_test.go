//go:build e2e && full

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestUntrustedCertificate puts a certificate into the Secret that its own ca.crt
// does not stand for: no server serves it, no pod begins with it, and the cause is
// told.
func TestUntrustedCertificate(t *testing.T) {
	t.Parallel()
	ns, ca, other := namespace(t), newAuthority(t, "ca"), newAuthority(t, "other")
	year := time.Now().AddDate(0, 6, 0)
	cert, key := ca.leaf(t, year, required(ns)...)
	alien, alienKey := other.leaf(t, year, required(ns)...)
	const says = `TLS Secret "cert": tls.crt does not verify against ca.crt: `
	c := cluster(t, menu(t), 1, 1, inNamespace(ns), withTLS("cert"))
	secret := tlsSecret(ns, tlsData(alien, alienKey, ca.PEM))
	create(t, secret)
	condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, "CertificateUntrusted")
	if all := pods(t, c); len(all) > 0 {
		t.Errorf("%d pods were made with it", len(all))
	}
	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, ca.PEM) })
	ready(t, c)
	before := pods(t, c)

	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(alien, alienKey, ca.PEM) })
	message := condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionTrue, "CertificateUntrusted")
	if !strings.HasPrefix(message, says) || c.Status.State != v1alpha1.StateActive || c.Status.Message != "" {
		t.Errorf("state %s, message %q, Stalled %q", c.Status.State, c.Status.Message, message)
	}
	eventually(t, patience, "an Event says so", func() error {
		if all := events(t, ns); !strings.Contains(all, says) {
			return fmt.Errorf("the Events are\n%s", all)
		}
		return nil
	})
	logged(t, "WARN", "TLS certificate does not verify, servers keep the former one", ns)
	lost := c.Status.Shards[0].Replicas[0]
	killed(t, c, lost)
	eventually(t, patience, "a node waits for its pod", func() error {
		for _, n := range nodes(t, c) {
			if n.Name != before[0].Name && n.Name != before[1].Name && strings.Contains(n.Annotations[names.AnnotationPodRefused], "no pod is made: "+says) {
				return nil
			}
		}
		return fmt.Errorf("there is none\n%s", events(t, ns))
	})
	time.Sleep(35 * time.Second) // a round of the TLS loop
	for _, p := range pods(t, c) {
		if p.Name != before[0].Name && p.Name != before[1].Name {
			t.Errorf("pod %s was made with the certificate", p.Name)
		}
	}
	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, ca.PEM) })
	ready(t, c)
	showAll(t, c, cert, ca.PEM)
	condition(t, c, v1alpha1.ConditionStalled, metav1.ConditionFalse, "NotStalled")
}

// TestAuthoritySwappedAtOnce replaces certificate and root in one edit, which locks
// the operator out: it says so, and how to let it in again, and that works.
func TestAuthoritySwappedAtOnce(t *testing.T) {
	t.Parallel()
	ns, first, second := namespace(t), newAuthority(t, "first"), newAuthority(t, "second")
	year := time.Now().AddDate(0, 6, 0)
	cert, key := first.leaf(t, year, required(ns)...)
	secret := tlsSecret(ns, tlsData(cert, key, first.PEM))
	create(t, secret)
	c := cluster(t, menu(t), 1, 1, inNamespace(ns), withTLS("cert"))
	ready(t, c)
	before := pods(t, c)

	former := cert
	cert, key = second.leaf(t, year, required(ns)...)
	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, second.PEM) })
	message := condition(t, c, v1alpha1.ConditionReady, metav1.ConditionFalse, "ServerUnreachable")
	if !strings.Contains(message, `if ca.crt of TLS Secret "cert" was replaced, put the former root back beside the new one`) {
		t.Errorf("the message is %q", message)
	}
	labels := fmt.Sprintf(`{cluster_name=%q,namespace=%q}`, c.Name, ns)
	eventually(t, patience, "the metrics agree", func() error {
		text := page(t, metricsURL())
		for _, want := range []string{"slots_assigned" + labels + " 0", "certificate_outdated_nodes" + labels + " 2", "acl_outdated_nodes" + labels + " 2"} {
			if !strings.Contains(text, "valkey_operator_cluster_"+want) {
				return fmt.Errorf("no %s", want)
			}
		}
		return nil
	})
	time.Sleep(35 * time.Second) // a round of the TLS loop
	showAllAt(t, c, former, first.PEM, time.Now())

	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.PEM, second.PEM) })
	showAll(t, c, cert, second.PEM)
	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, second.PEM) })
	ready(t, c)
	for i, p := range pods(t, c) {
		if p.UID != before[i].UID {
			t.Errorf("pod %s was replaced", p.Name)
		}
	}
}
