package checker

import (
	"fmt"
	"strconv"
	"strings"
)

// key is what its writer remembers of one key. Numbers begin at 1; 0 stands for none.
type key struct {
	Name    string
	Slot    int
	Sent    uint64 // the highest number that was sent
	Acked   uint64 // the highest number that was acknowledged
	Unknown uint64 // the number whose reply did not arrive
}

// keyName puts the key into the slot of its hash tag; generation counts the keys that came before it there.
func keyName(run, tag string, generation int) string {
	return fmt.Sprintf("testbed:%s:{%s}:%d", run, tag, generation)
}

// encode writes the number into a value of at least size bytes, which no other run would write.
func encode(run string, number uint64, size int) string {
	value := run + ":" + strconv.FormatUint(number, 10) + ":"
	if len(value) < size {
		value += strings.Repeat("x", size-len(value))
	}
	return value
}

// decode reads the number of a value; ok is false where the value is not this run's.
func decode(run, value string) (number uint64, ok bool) {
	rest, ok := strings.CutPrefix(value, run+":")
	if !ok {
		return 0, false
	}
	digits, padding, ok := strings.Cut(rest, ":")
	if !ok || strings.Trim(padding, "x") != "" {
		return 0, false
	}
	number, err := strconv.ParseUint(digits, 10, 64)
	return number, err == nil
}

// Loss is an acknowledged write that was not found.
type Loss struct {
	Key   string `json:"key"`
	Slot  int    `json:"slot"`
	Acked uint64 `json:"acked"` // the number that must be there
	Found string `json:"found"` // what is there instead
	Where string `json:"where"` // primary, or the address of the replica
}

// judge compares what was found in a key with what may be there. found is empty where ok says that it is right.
func (k key) judge(run, value string, exists bool) (found string, ok bool) {
	if !exists {
		return "nothing", k.Acked == 0
	}
	number, mine := decode(run, value)
	switch {
	case !mine:
		return "a value of another writer", false
	case number == k.Acked, number == k.Unknown && number != 0:
		return "", true
	case number < k.Acked:
		return fmt.Sprintf("the older number %d", number), false
	default:
		return fmt.Sprintf("the number %d, which was refused or never sent", number), false
	}
}
