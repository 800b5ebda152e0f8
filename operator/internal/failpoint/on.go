//go:build failpoints

package failpoint

import (
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
)

// Variable names the step that ends the program, alone or with how many times it
// is passed before: "CreateNode" or "CreateNode:3".
const Variable = "VALKEY_OPERATOR_FAILPOINT"

// Code is the exit code of a program that ended here.
const Code = 86

var passed atomic.Int64

// Reached ends the program if the environment asks for it: at once, without
// any deferred work, as a power loss does.
func Reached(s Step) {
	name, count, counted := cut(os.Getenv(Variable))
	if name != string(s) {
		return
	}
	if counted && passed.Add(1) <= count {
		return
	}
	fmt.Fprintf(os.Stderr, "failpoint %s reached\n", s)
	os.Exit(Code)
}

func cut(text string) (name string, count int64, counted bool) {
	for i := range text {
		if text[i] == ':' {
			n, err := strconv.ParseInt(text[i+1:], 10, 64)
			return text[:i], n, err == nil
		}
	}
	return text, 0, false
}
