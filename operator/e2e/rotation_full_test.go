//go:build e2e && full

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestSystemPasswordsRotate follows the page on security: the passwords in force
// move to the keys for the former ones, new ones take their place, and when every
// node knows them the former ones go. Nothing is restarted, and a replica that
// connects again uses the new one.
func TestSystemPasswordsRotate(t *testing.T) {
	t.Parallel()
	c := cluster(t, menu(t), 1, 1)
	ready(t, c)
	before := pods(t, c)
	old := operatorLogin(t, c)
	secret := get(t, c.Namespace, names.AuthSecret(c.Name), &corev1.Secret{})
	rotateSystem(t, secret, []byte(strings.Repeat("0a", 64)), []byte(strings.Repeat("1b", 64)))
	hashed(t, c, 2)
	spread(t, c)
	fresh := operatorLogin(t, c)
	for _, p := range before {
		asked(t, p.Status.PodIP, old, "PING")
		asked(t, p.Status.PodIP, fresh, "PING")
	}
	time.Sleep(35 * time.Second) // a round of the ACL loop, in which servers learn their own new password
	edit(t, secret, func(s *corev1.Secret) {
		delete(s.Data, names.PreviousOperatorPasswordKey)
		delete(s.Data, names.PreviousReplPasswordKey)
	})
	hashed(t, c, 1)
	spread(t, c)
	for _, p := range before {
		refused(t, p.Status.PodIP, old, "WRONGPASS", "PING")
	}
	// A lost link makes the replica log in again.
	replica := addressOf(t, c, c.Status.Shards[0].Replicas[0])
	must(testbed("partition", c.Namespace+"/"+c.Status.Shards[0].Replicas[0]))
	time.Sleep(time.Second)
	must(testbed("heal", c.Namespace+"/"+c.Status.Shards[0].Replicas[0]))
	eventually(t, patience, "the replica is in sync again", func() error {
		info, err := ask(t, replica, fresh, "INFO", "replication")
		if err == nil && !strings.Contains(info, "master_link_status:up") {
			err = fmt.Errorf("it says %s", info)
		}
		return err
	})
	for i, p := range pods(t, c) {
		if p.UID != before[i].UID {
			t.Errorf("pod %s was replaced", p.Name)
		}
	}
}
