package acl

import (
	"slices"
	"strings"
)

// keySpec says where a command has keys: begin at an argument or after a
// keyword, then a range or a number of keys that an argument gives.
type keySpec struct {
	Flags   []string `json:"flags"`
	Index   int      `json:"index"`
	Keyword string   `json:"keyword"`
	From    int      `json:"from"`    // where to look for the keyword; negative: backwards
	Range   []int    `json:"range"`   // last (negative: from the end), step, limit
	Keynum  []int    `json:"keynum"`  // offsets of the number and of the first key, step
	Unknown bool     `json:"unknown"` // only the server's own code can tell
}

// keyRef is an argument that is a key.
type keyRef struct {
	at     int
	access keyAccess
}

// access is what the command needs of the keys. To look whether a key exists
// or of which type it is needs neither.
func (k keySpec) access() keyAccess {
	var access keyAccess
	for _, flag := range k.Flags {
		switch flag {
		case "access":
			access |= readAccess
		case "insert", "delete", "update":
			access |= writeAccess
		}
	}
	return access
}

// keys are the keys among the arguments. Arguments that break the syntax of
// the command may give none: it fails before it touches a key.
func (c *command) keys(argv []string) []keyRef {
	if own, ok := c.ownKeys(argv); ok {
		return own
	}
	var found []keyRef
	for _, spec := range c.Keys {
		if slices.Contains(spec.Flags, "not_key") {
			continue
		}
		first := spec.begin(argv)
		if first == 0 {
			continue
		}
		first, last, step, ok := spec.find(argv, first, c.wideCounts)
		if !ok || last < first || last >= len(argv) {
			return c.countedKeys(argv)
		}
		for i := first; i <= last; i += step {
			found = append(found, keyRef{at: i, access: spec.access()})
		}
	}
	return found
}

// begin is the argument at which the keys begin, or 0.
func (k keySpec) begin(argv []string) int {
	if k.Keyword == "" {
		return k.Index
	}
	step, start, end := 1, k.From, len(argv)-1
	if k.From < 0 {
		step, start, end = -1, len(argv)+k.From, 1
	}
	for i := start; i >= 1 && i < len(argv) && i != end; i += step {
		if strings.EqualFold(argv[i], k.Keyword) {
			return i + 1
		}
	}
	return 0
}

func (k keySpec) find(argv []string, begin int, wideCounts bool) (first, last, step int, ok bool) {
	if len(k.Keynum) == 3 {
		at := begin + k.Keynum[0]
		if at >= len(argv) {
			return 0, 0, 0, false
		}
		n, ok := keyCount(argv[at], wideCounts)
		if !ok || n < 0 || n > len(argv) {
			return 0, 0, 0, false
		}
		first, step = begin+k.Keynum[1], max(k.Keynum[2], 1)
		return first, first + (n-1)*step, step, true
	}
	if len(k.Range) != 3 {
		return 0, 0, 0, false
	}
	last, step, limit := k.Range[0], max(k.Range[1], 1), k.Range[2]
	switch {
	case last >= 0:
		last += begin
	case limit == 0:
		last += len(argv)
	default:
		last += begin + (len(argv)-begin)/limit
	}
	return begin, last, step, true
}

// channelPatterns marks the command whose channels are patterns.
const channelPatterns = "psubscribe"

// channels are the arguments that are channels to publish or subscribe to.
func (c *command) channels(argv []string) []int {
	last := 0
	switch c.Channels {
	case "publish":
		last = 1
	case "subscribe", channelPatterns:
		last = len(argv) - 1
	}
	var found []int
	for i := 1; i <= last && i < len(argv); i++ {
		found = append(found, i)
	}
	return found
}
