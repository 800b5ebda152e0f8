//go:build e2e && full

package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestTLSThroughItsLife takes one cluster through all that becomes of a TLS
// Secret: it is missing, made a second later, left until it has expired, renewed,
// and signed by another authority. No pod is restarted by it, and one that is lost
// while servers have an expired certificate is replaced.
func TestTLSThroughItsLife(t *testing.T) {
	t.Parallel()
	ns, first, second := namespace(t), newAuthority(t, "first"), newAuthority(t, "second")
	year := time.Now().AddDate(0, 6, 0)
	cert, key := first.leaf(t, year, required(ns)...)
	r := role(t)
	c := cluster(t, menu(t), 2, 1, inNamespace(ns), withTLS("cert"), withUsers(bind("app", r, appPassword)))
	invalid(t, c, `TLS Secret "cert" not found in namespace "`+ns+`"`)
	time.Sleep(time.Second)
	secret := tlsSecret(ns, tlsData(cert, key, first.PEM))
	create(t, secret)
	ready(t, c)
	before := pods(t, c)

	past := time.Now().Add(-time.Minute)
	cert, key = first.leaf(t, past, required(ns)...)
	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.PEM) })
	condition(t, c, v1alpha1.ConditionCertificateExpiring, metav1.ConditionTrue, "CertificateExpired")
	showAllAt(t, c, cert, first.PEM, past.Add(-time.Minute))
	time.Sleep(35 * time.Second) // a round of the TLS loop, with none but expired certificates
	edit(t, c, func(c *v1alpha1.ValkeyCluster) {
		c.Spec.ACL = append(c.Spec.ACL, bind("other", r, appPassword))
	})
	spread(t, c)
	ready(t, c)
	lost := c.Status.Shards[0].Replicas[0]
	killed(t, c, lost)
	before = slices.DeleteFunc(before, func(p corev1.Pod) bool { return p.Name == lost })

	cert, key = first.leaf(t, year, required(ns)...)
	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.PEM) })
	eventually(t, patience, "the lost node is replaced", func() error {
		for _, n := range nodes(t, c) {
			if n.Name == lost {
				return fmt.Errorf("node %s is there\n%s", lost, events(t, ns))
			}
		}
		return nil
	})
	showAll(t, c, cert, first.PEM)
	condition(t, c, v1alpha1.ConditionCertificateExpiring, metav1.ConditionFalse, "CertificateValid")

	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.PEM, second.PEM) })
	trusted(t, c)
	cert, key = second.leaf(t, year, required(ns)...)
	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.PEM, second.PEM) })
	showAll(t, c, cert, second.PEM)
	edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, second.PEM) })
	trusted(t, c)
	ready(t, c)
	for _, was := range before {
		p := get(t, ns, was.Name, &corev1.Pod{})
		if p.UID != was.UID || p.Status.ContainerStatuses[0].ContainerID != was.Status.ContainerStatuses[0].ContainerID {
			t.Errorf("pod %s is another one", p.Name)
		}
	}
	remove(t, c)
}
