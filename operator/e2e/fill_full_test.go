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

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// fillSlots writes a key of so many random bytes to each of the 16384 slots.
func fillSlots(t *testing.T, c *v1alpha1.ValkeyCluster, size int) {
	t.Helper()
	random := rand.NewChaCha8([32]byte{})
	value := make([]byte, size)
	for address, owned := range primaries(t, c) {
		pipe(t, address, owned, "+OK", func(w *bufio.Writer, key string) {
			_, _ = random.Read(value) // ChaCha8 never fails
			_, _ = fmt.Fprintf(w, "*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n", len(key), key, len(value), value)
		})
	}
}

// filledSlots demands each of these keys, with all of its bytes, from the owner of its
// slot.
func filledSlots(t *testing.T, c *v1alpha1.ValkeyCluster, size int) {
	t.Helper()
	for address, owned := range primaries(t, c) {
		pipe(t, address, owned, ":"+strconv.Itoa(size), func(w *bufio.Writer, key string) {
			_, _ = fmt.Fprintf(w, "*2\r\n$6\r\nSTRLEN\r\n$%d\r\n%s\r\n", len(key), key)
		})
	}
}

// pipe sends a command for the key of each of the slots to a server and demands
// the same reply to all.
func pipe(t *testing.T, address string, owned slots.Set, want string, command func(w *bufio.Writer, key string)) {
	t.Helper()
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(address, strconv.Itoa(names.Port)), 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	sent := make(chan error, 1)
	go func() {
		w := bufio.NewWriter(conn)
		for slot, key := range keyOf() {
			if owned.Has(slot) {
				command(w, key)
			}
		}
		sent <- w.Flush()
	}()
	replies, wrong := bufio.NewReader(conn), map[string]int{}
	for range owned.Len() {
		line, err := replies.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimRight(line, "\r\n"); got != want {
			wrong[got]++
		}
	}
	if err := <-sent; err != nil || len(wrong) > 0 {
		t.Errorf("%s answers, want %s (%v): %v", address, want, err, wrong)
	}
}
