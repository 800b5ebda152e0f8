//go:build e2e

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
)

func inNamespace(ns string) func(*v1alpha1.ValkeyCluster) {
	return func(c *v1alpha1.ValkeyCluster) { c.Namespace = ns }
}

func required(ns string) []string { return tlssecret.RequiredNames("cache", ns, "cluster.local") }

// secureCluster makes a cluster with TLS whose Secret is in order.
func secureCluster(t *testing.T, config, ns string, shards, replicas int32, change ...func(*v1alpha1.ValkeyCluster)) *v1alpha1.ValkeyCluster {
	t.Helper()
	ca := newAuthority(t, "ca")
	cert, key := ca.leaf(t, time.Now().AddDate(0, 6, 0), required(ns)...)
	secret := tlsSecret(ns, tlsData(cert, key, ca.PEM))
	create(t, secret)
	return cluster(t, config, shards, replicas, append(change, inNamespace(ns), withTLS(secret.Name))...)
}

// TestTLS forms a TLS-only cluster and renews its certificate and its authority
// without a restart.
func TestTLS(t *testing.T) {
	t.Parallel()
	ns, first, second := namespace(t), newAuthority(t, "first"), newAuthority(t, "second")
	year := time.Now().AddDate(0, 6, 0)
	cert, key := first.leaf(t, year, required(ns)...)
	secret := tlsSecret(ns, tlsData(cert, key, first.PEM))
	create(t, secret)
	r := role(t)
	c := cluster(t, menu(t), 2, 1, inNamespace(ns), withTLS(secret.Name), withUsers(bind("app", r, appPassword)))
	ready(t, c)
	loggedForming(t, c)
	before := pods(t, c)
	showAll(t, c, cert, first.PEM)
	t.Run("a client with the roots, and none without TLS", func(t *testing.T) {
		host := names.PodDNS(before[0].Name, c.Name, ns, "cluster.local")
		l := login{user: "app", password: appPassword, ca: file(t, "ca.crt", first.PEM), host: host}
		asked(t, before[0].Status.PodIP, l, "PING")
		if reply, err := ask(t, before[0].Status.PodIP, login{user: "app", password: appPassword}, "PING"); err == nil {
			t.Errorf("a plaintext client is answered with %q", reply)
		}
	})
	t.Run("a new leaf", func(t *testing.T) {
		if !full {
			return // the new authority comes with one
		}
		cert, key = first.leaf(t, year, required(ns)...)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.PEM) })
		showAll(t, c, cert, first.PEM)
	})
	t.Run("a new authority, beside the old one at first", func(t *testing.T) {
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.PEM, second.PEM) })
		trusted(t, c)
		cert, key = second.leaf(t, year, required(ns)...)
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, first.PEM, second.PEM) })
		showAll(t, c, cert, second.PEM)
		for _, p := range before {
			if _, err := served(p.Status.PodIP, names.PodDNS(p.Name, c.Name, ns, "cluster.local"), first.PEM, time.Now()); err == nil {
				t.Errorf("pod %s still serves a certificate of the first authority", p.Name)
			}
		}
		edit(t, secret, func(s *corev1.Secret) { s.Data = tlsData(cert, key, second.PEM) })
		mounted(t, c)
		if full {
			tlsRound(t, c)
		}
		ready(t, c)
		l := login{user: "app", password: appPassword, ca: file(t, "ca.crt", second.PEM), host: names.PodDNS(before[0].Name, c.Name, ns, "cluster.local")}
		asked(t, before[0].Status.PodIP, l, "PING")
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

// trusted waits until the Secret is in every pod and the servers were told to read
// their files again: nothing shows from outside which bundle one has.
func trusted(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	mounted(t, c)
	tlsRound(t, c)
}

// mounted waits until the TLS Secret is in every pod. A change of a pod makes its
// kubelet look at once for what it mounts.
func mounted(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	want := get(t, c.Namespace, c.Spec.TLS.SecretRef, &corev1.Secret{}).Data
	for _, p := range pods(t, c) {
		edit(t, &p, func(p *corev1.Pod) { metav1.SetMetaDataAnnotation(&p.ObjectMeta, "e2e/mounted", time.Now().String()) })
	}
	eventually(t, patience, "the Secret is in every pod", func() error {
		for _, p := range pods(t, c) {
			for _, name := range []string{names.TLSCert, names.TLSKey, names.TLSCA} {
				got, err := os.ReadFile(inPod(t, &p, names.TLSDir+"/"+name))
				if err != nil || !bytes.Equal(got, want[name]) {
					return fmt.Errorf("%s is not in pod %s (%w)", name, p.Name, errors.Join(err, errStale))
				}
			}
		}
		return nil
	})
}

// tlsRound waits until the TLS loop has gone over all servers once more.
func tlsRound(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	from := time.Now()
	eventually(t, patience, "a round of the TLS loop", func() error {
		all, err := linesOf(c.Namespace)
		if err == nil && !slices.ContainsFunc(all, func(l line) bool { return l.says("INFO", "TLS reconcile tick") && l.Timestamp.After(from) }) {
			err = fmt.Errorf("none has begun since %s", from)
		}
		return err
	})
	time.Sleep(3 * time.Second) // until it has ended
}

// looked has the operator look at a cluster now. Nothing tells it that a TLS Secret
// has changed: by itself it looks every half a minute.
func looked(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	edit(t, c, func(c *v1alpha1.ValkeyCluster) {
		metav1.SetMetaDataAnnotation(&c.ObjectMeta, "e2e/looked", time.Now().String())
	})
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
	eventually(t, patience, "every node serves the certificate", func() error {
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
