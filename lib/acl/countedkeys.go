package acl

import (
	"errors"
	"strconv"
	"strings"
)

// countedKeys are the keys of a command that is told how many it has, when its
// key specs do not apply to the arguments. The server then counts with code of
// its own, which reads the number less strictly and asks for no access to the
// keys, only for a pattern that covers them; a key to store in comes last.
func (c *command) countedKeys(argv []string) []keyRef {
	if c.Name == "msetex" {
		return nil // the server has no such code for it
	}
	var counted, stored []keyRef
	for _, spec := range c.Keys {
		if len(spec.Keynum) != 3 {
			stored = append(stored, keyRef{at: spec.Index})
			continue
		}
		first, step := spec.Index+spec.Keynum[1], max(spec.Keynum[2], 1)
		n := 0
		if at := spec.Index + spec.Keynum[0]; at < len(argv) {
			n = leadingInt(argv[at])
		}
		if n < 1 || n > (len(argv)-first)/step {
			return nil
		}
		for i := range n {
			counted = append(counted, keyRef{at: first + i*step})
		}
	}
	if counted == nil {
		return nil
	}
	return append(counted, stored...)
}

// keyCount reads a number of keys as the key specs do: nothing may stand before
// or behind the digits but a minus, and no zero before others. Before 9.1 a
// number of more than 32 bits is cut off to them, which wide says.
func keyCount(s string, wide bool) (n int, ok bool) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" || digits[0] == '0' && s != "0" {
		return 0, false
	}
	count, err := strconv.ParseInt(s, 10, 64)
	cut := int32(count)
	return int(cut), err == nil && (wide || int64(cut) == count)
}

// leadingInt is C's atoi: what follows the digits does not matter, and without
// digits it is 0.
func leadingInt(s string) int {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	end := 0
	if end < len(s) && (s[0] == '-' || s[0] == '+') {
		end++
	}
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return int(int32(n)) // to which C cuts it off
}
