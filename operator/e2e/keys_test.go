//go:build e2e

package e2e

import (
	"strconv"
	"sync"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
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
