package docs_test

import (
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/acl"
)

// TestUserOfTheFirstPage: the role that people copy first lets a cluster client
// in, to its own keys, and to nothing that belongs to all.
func TestUserOfTheFirstPage(t *testing.T) {
	dir := t.TempDir()
	runPage(t, "getting-started.md", dir)
	s := &shell{top: dir, dir: dir, last: "0"}
	var lines []string
	for line := range strings.Lines(s.run(t, "valkey-menu render --what acl --kustomize prod")) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	users, err := acl.Parse(strings.Join(lines, ""), acl.For(9, 1))
	if err != nil {
		t.Fatal(err)
	}
	user, found := users.User("search")
	if !found {
		t.Fatalf("no user search in %q", lines)
	}
	for command, want := range map[string]bool{
		"cluster slots": true, "cluster shards": true, "cluster nodes": true, "command": true, "hello 3": true, "ping": true,
		"client setinfo lib-name x": true, "readonly": true, "asking": true, "multi": true, "exec": true,
		"set search:a 1": true, "get search:a": true, "set other 1": false, "get other": false,
		"flushall": false, "flushdb": false, "swapdb 0 1": false, "keys *": false, "function flush": false, "function load x": false,
		"migrate h 1 search:a 0 1": false, "config get x": false, "acl setuser x": false, "cluster reset": false, "client kill id 1": false,
	} {
		if got := user.MayRun(strings.Fields(command)...).Allowed; got != want {
			t.Errorf("%q is allowed: %v, want %v", command, got, want)
		}
	}
}
