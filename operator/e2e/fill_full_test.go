//go:build e2e && full

package e2e

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// crc16 is the checksum that slots are made of (XMODEM: polynomial 0x1021).
func crc16(text string) uint16 {
	sum := uint16(0)
	for _, b := range []byte(text) {
		sum ^= uint16(b) << 8
		for range 8 {
			carry := sum&0x8000 != 0
			sum <<= 1
			if carry {
				sum ^= 0x1021
			}
		}
	}
	return sum
}

// keyOf is a key for each slot.
var keyOf = sync.OnceValue(func() []string {
	keys, missing := make([]string, slots.Count), slots.Count
	for i := 0; missing > 0; i++ {
		key := "fill:" + strconv.Itoa(i)
		if slot := crc16(key) % slots.Count; keys[slot] == "" {
			keys[slot] = key
			missing--
		}
	}
	return keys
})

// primaries are the addresses of those that own slots, with their slots.
func primaries(t *testing.T, c *v1alpha1.ValkeyCluster) map[string]slots.Set {
	t.Helper()
	peers, err := topology.ParseNodes(asked(t, pods(t, c)[0].Status.PodIP, operatorLogin(t, c), "CLUSTER", "NODES"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]slots.Set{}
	for _, p := range peers {
		if !p.Slots.Empty() {
			all[p.Address] = p.Slots
		}
	}
	return all
}

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

// library loads a function into every shard.
func library(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	for address := range primaries(t, c) {
		asked(t, address, login{}, "FUNCTION", "LOAD", "REPLACE", "#!lua name=lib\nserver.register_function('seven', function() return 7 end)")
	}
}

// callable demands the function of every shard.
func callable(t *testing.T, c *v1alpha1.ValkeyCluster) {
	t.Helper()
	owners := primaries(t, c)
	for address := range owners {
		if got, err := ask(t, address, login{}, "FCALL", "seven", "0"); err != nil || got != "7" {
			t.Errorf("the function gives %q on %s (%v), want 7", got, address, err)
		}
	}
	if len(owners) != int(c.Spec.Shards) {
		t.Errorf("%d servers own slots, want %d", len(owners), c.Spec.Shards)
	}
}
