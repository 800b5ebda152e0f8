package conf

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"maps"
	"slices"
)

// Parts is what makes a node outdated: a node whose parts differ from what
// resolves now is replaced.
type Parts struct {
	Image, CPU, Memory string
	// Settings are the effective settings, forced ones included, each as its line
	// (see LineOf). A node's own name must not stand in them, since it differs from
	// node to node: the caller puts one text for every node in its place.
	Settings map[string]string
	// Zones count as a set: order and repetition do not matter.
	Zones        []string
	NodeSelector map[string]string
}

// revisionScheme is part of what is hashed. Changing it, or the encoding
// below, replaces every pod of every cluster.
const revisionScheme = "valkey-menu config revision 1"

// revisionBytes is how much of the SHA-256 a revision keeps: 8 bytes, 16 hex
// characters, enough to tell apart the few revisions a cluster ever has.
const revisionBytes = 8

// Revision is the config revision: 16 hex characters, the first quarter of a
// SHA-256 over an encoding in which every text is preceded by its length and
// every collection by its size, so that different parts never encode alike. A
// nil collection is the same as an empty one.
func Revision(parts Parts) string {
	h := sha256.New()
	for _, text := range []string{revisionScheme, parts.Image, parts.CPU, parts.Memory} {
		hashText(h, text)
	}
	hashMap(h, parts.Settings)
	zones := slices.Compact(slices.Sorted(slices.Values(parts.Zones)))
	hashCount(h, len(zones))
	for _, zone := range zones {
		hashText(h, zone)
	}
	hashMap(h, parts.NodeSelector)
	return hex.EncodeToString(h.Sum(nil)[:revisionBytes])
}

func hashMap(h hash.Hash, m map[string]string) {
	hashCount(h, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		hashText(h, key)
		hashText(h, m[key])
	}
}

func hashText(h hash.Hash, text string) {
	hashCount(h, len(text))
	h.Write([]byte(text)) // never fails, by the contract of hash.Hash
}

func hashCount(h hash.Hash, n int) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(n)))
}
