//go:build e2e && full

package e2e

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/slots"
)

func podOf(c *v1alpha1.ValkeyCluster, name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: c.Namespace, Name: name}}
}

// empty demands that no pod is left.
func empty(left []corev1.Pod) error {
	if len(left) > 0 {
		return fmt.Errorf("left: %v", named(left))
	}
	return nil
}

// tags are hash tags whose slots a shard serves.
func tags(t *testing.T, c *v1alpha1.ValkeyCluster, s v1alpha1.ShardStatus, count int) []string {
	t.Helper()
	owned, err := slots.Parse(s.Slots)
	if err != nil {
		t.Fatal(err)
	}
	address, l := addressOf(t, c, s.Primary), operatorLogin(t, c)
	var found []string
	for i := 0; len(found) < count; i++ {
		tag := strconv.Itoa(i)
		slot, err := strconv.Atoi(asked(t, address, l, "CLUSTER", "KEYSLOT", tag))
		if err != nil {
			t.Fatal(err)
		}
		if owned.Has(slot) {
			found = append(found, tag)
		}
	}
	return found
}

// fillShard writes so many bytes that do not compress to a shard, in values of a little
// less than 1 MiB: with their header they fill the allocator's class of that size.
func fillShard(t *testing.T, c *v1alpha1.ValkeyCluster, s v1alpha1.ShardStatus, bytes int) {
	t.Helper()
	began, some := time.Now(), tags(t, c, s, 16)
	conn, err := net.Dial("tcp", net.JoinHostPort(addressOf(t, c, s.Primary), strconv.Itoa(names.Port)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	value, replies := make([]byte, 1<<20-128), bufio.NewReader(conn)
	for i, r := 0, rand.NewChaCha8([32]byte{}); i <= bytes/len(value); i++ {
		_, _ = r.Read(value)
		key := fmt.Sprintf("fill:{%s}:%d", some[i%len(some)], i)
		want, request := []string{"+OK"}, fmt.Sprintf("*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n", len(key), key, len(value), value)
		if i%32 == 31 { // the stream to the replica stays within its buffer
			want, request = append(want, ":1"), request+"*3\r\n$4\r\nWAIT\r\n$1\r\n1\r\n$5\r\n20000\r\n"
		}
		if _, err := conn.Write([]byte(request)); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if line, err := replies.ReadString('\n'); err != nil || strings.TrimSpace(line) != w {
				t.Fatalf("writing %s: %q, %v, want %s", key, line, err, w)
			}
		}
	}
	t.Logf("%d MiB in shard %d after %s", bytes>>20, s.Index, time.Since(began).Round(time.Second/10))
}
