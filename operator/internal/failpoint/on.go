//go:build failpoints

package failpoint

import (
	"fmt"
	"os"
	"strconv"
	"strings"
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
	name, after, _ := strings.Cut(os.Getenv(Variable), ":")
	if name != string(s) {
		return
	}
	if count, err := strconv.ParseInt(after, 10, 64); err == nil && passed.Add(1) <= count {
		return
	}
	fmt.Fprintf(os.Stderr, "failpoint %s reached\n", s)
	os.Exit(Code)
}
