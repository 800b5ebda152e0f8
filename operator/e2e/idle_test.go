//go:build e2e

package e2e

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

const operatorUser = "system:serviceaccount:valkey-operator:valkey-operator"

// TestIdleWritesNothing asks the API server's audit log for the operator's
// writes while clusters that are Ready have nothing to do, one of them with TLS:
// the lease alone. Their heartbeats go on meanwhile.
func TestIdleWritesNothing(t *testing.T) {
	t.Parallel()
	r, config, ns := role(t), menu(t, brisk), namespace(t)
	secure := secureCluster(t, config, ns, 2, 1)
	c := cluster(t, config, 3, 1, withUsers(bind("app", r, appPassword)))
	mine := []string{c.Namespace, ns, config, r, get(t, "", config, &v1alpha1.ValkeyConfig{}).Spec.ImageRef}
	for _, one := range []*v1alpha1.ValkeyCluster{c, secure} {
		ready(t, one)
		spread(t, one)
	}
	rested(t, mine...)
	idle := 40 * time.Second
	if full {
		idle = 3 * time.Minute
	}
	began := time.Now()
	time.Sleep(idle)
	quiet(t, began, mine...)
	beats(t, c, began, time.Now())
	beats(t, secure, began, time.Now())
}

// quiet demands that since a time the operator wrote the lease, and
// nothing in the namespaces or under the names.
func quiet(t *testing.T, began time.Time, mine ...string) {
	t.Helper()
	out := audited(t, began)
	leases, wrong := judgeWrites(out, mine)
	if len(wrong) > 0 {
		t.Errorf("an idle operator wrote:\n%s", strings.Join(wrong, "\n"))
	}
	if leases == 0 {
		t.Errorf("the audit log has not even the lease:\n%s", out)
	}
}

// rested waits until the operator has written nothing for a while: Events come behind
// what they tell of, on a machine that is busy by many seconds.
func rested(t *testing.T, mine ...string) {
	t.Helper()
	const while = 10 * time.Second
	time.Sleep(while)
	eventually(t, patience, "the operator comes to rest", func() error {
		if _, wrong := judgeWrites(audited(t, time.Now().Add(-while)), mine); len(wrong) > 0 {
			return fmt.Errorf("it wrote:\n%s", strings.Join(wrong, "\n"))
		}
		return nil
	})
}

func audited(t *testing.T, since time.Time) string {
	t.Helper()
	out, err := exec.Command(bed.testbed, "audit", "--user", operatorUser, "--since", since.UTC().Format(time.RFC3339Nano)).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// judgeWrites counts the writes of leases and lists those of what is mine: an
// object in one of the namespaces, or that has one of the names where it has no
// namespace. Other tests leave their own behind.
func judgeWrites(audit string, mine []string) (leases int, wrong []string) {
	for entry := range strings.Lines(audit) {
		words := strings.Fields(entry) // time, user, verb, resource, namespace/name or name, status
		if len(words) < 6 {
			wrong = append(wrong, "an entry that cannot be read: "+entry)
			continue
		}
		if words[3] == "leases" {
			leases++
			continue
		}
		where, name, namespaced := strings.Cut(words[4], "/")
		if slices.Contains(mine, where) || namespaced && slices.ContainsFunc(mine, func(m string) bool { return strings.HasPrefix(name, m+".") }) {
			wrong = append(wrong, strings.TrimSpace(entry))
		}
	}
	return leases, wrong
}

// TestIdleJudgesWrites of all kinds.
func TestIdleJudgesWrites(t *testing.T) {
	t.Parallel()
	const audit = `2026-01-31T12:00:00Z operator update leases valkey-operator/valkey-operator 200
2026-01-31T12:00:01Z operator patch valkeyclusters/status e2e-1/cache 200
2026-01-31T12:00:02Z operator patch valkeyconfigs/status config-1 200
2026-01-31T12:00:03Z operator create events e2e-1/- 201
2026-01-31T12:00:04Z operator patch events default/config-1.18f2 200
2026-01-31T12:00:05Z operator patch valkeyclusters/status e2e-12/cache 200
2026-01-31T12:00:06Z operator patch valkeyconfigs/status config-12 200
`
	leases, wrong := judgeWrites(audit, []string{"e2e-1", "config-1"})
	var at []string
	for _, w := range wrong {
		at = append(at, w[17:19])
	}
	if got := strings.Join(at, " "); leases != 1 || got != "01 02 03 04" {
		t.Errorf("%d leases, wrong are those of seconds %q", leases, got)
	}
	if _, wrong := judgeWrites("something else\n", nil); len(wrong) != 1 {
		t.Error("what cannot be read is not told")
	}
}
