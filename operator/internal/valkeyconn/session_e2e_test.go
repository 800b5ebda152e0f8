//go:build e2e

package valkeyconn

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/servertest"
)

// TestSession: what the server counts says that a session is one connection with
// the commands that were asked for and no other, none of them rejected. MONITOR
// would not show those of administrators.
func TestSession(t *testing.T) {
	n := start(t, servertest.Options{Program: servertest.Program(t, "9.1.2")})
	if err := n.Admin(t, "CONFIG", "RESETSTAT").Error(); err != nil {
		t.Fatal(err)
	}
	c := n.open(t)
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	server(t, c)
	c.Close()
	report, err := n.Admin(t, "INFO", "commandstats", "stats").ToString()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name, value := range topology.ParseInfo(report) {
		if command, ok := strings.CutPrefix(name, "cmdstat_"); ok {
			got[command] = regexp.MustCompile("usec[^,]*,").ReplaceAllString(value, "")
		}
	}
	const once = "calls=1,rejected_calls=0,failed_calls=0"
	want := map[string]string{
		"ping": once, "cluster|nodes": once, "cluster|info": once, "function|list": once, "cluster|getslotmigrations": once, "acl|getuser": once,
		"info":             "calls=2,rejected_calls=0,failed_calls=0",
		"config|resetstat": once, "hello": "calls=2,rejected_calls=0,failed_calls=0", // the test's own are among them
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("commands of a session (-want +got):\n%s", diff)
	}
	if connections := topology.ParseInfo(report)["total_connections_received"]; connections != "2" {
		t.Errorf("%s connections, want one for the session and one for the question", connections)
	}
	if log := denied(t, n); len(log) != 0 {
		t.Errorf("the node denied the operator %v", log)
	}
}

// TestRotation: both passwords let in while they rotate, and then only one.
func TestRotation(t *testing.T) {
	n := start(t, servertest.Options{Program: servertest.Program(t, "9.1.2")})
	n.target.Passwords = Passwords{"the new one", servertest.OperatorPassword}
	c := n.open(t)
	revision := n.WriteACL(t, "the new one")
	if err := c.LoadACL(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, _ := server(t, n.open(t)).ACLRevision.Get(); got != revision {
		t.Errorf("the revision is %q, want %q", got, revision)
	}
	n.target.Passwords = Passwords{servertest.OperatorPassword, "a third"}
	_, err := New(Options{}).Open(t.Context(), n.target)
	if !errors.Is(err, ErrWrongPassword) {
		t.Errorf("with passwords that are not valid any more: %v, want ErrWrongPassword", err)
	}
}

// TestRevisionOfOtherUsers: a node with other users than ours has no revision, and one that
// lets the operator do less says why it cannot tell.
func TestRevisionOfOtherUsers(t *testing.T) {
	n := start(t, servertest.Options{Program: servertest.Program(t, "9.1.2")})
	c := n.open(t)
	for _, step := range []struct {
		words []string
		want  string
		why   string
	}{
		{[]string{"ACL", "SETUSER", names.UserRevision, "#" + strings.Repeat("0", 64)}, "", "has 2 passwords"},
		{[]string{"ACL", "SETUSER", names.UserRevision, "resetpass"}, "", ""},
		{[]string{"ACL", "DELUSER", names.UserRevision}, "", ""},
		{[]string{"ACL", "SETUSER", names.UserOperator, "-acl|getuser"}, "", "NOPERM"},
	} {
		if err := n.Admin(t, step.words...).Error(); err != nil {
			t.Fatal(err)
		}
		fact := server(t, c).ACLRevision
		got, known := fact.Get()
		if known != (step.why == "") || got != step.want || !strings.Contains(fact.Why(), step.why) {
			t.Errorf("after %v: %q, known %t, why %q; want %q, why %q", step.words[:3], got, known, fact.Why(), step.want, step.why)
		}
	}
}
