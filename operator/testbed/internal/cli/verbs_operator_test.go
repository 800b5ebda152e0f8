package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestVerbsOfTwoWords(t *testing.T) {
	cases := map[string]struct {
		args []string
		name string
		rest int
	}{
		"two words":       {[]string{"operator", "stop", "--now"}, "operator stop", 1},
		"one word":        {[]string{"status"}, "status", 0},
		"a word too few":  {[]string{"operator"}, "", 0},
		"another second":  {[]string{"operator", "dance"}, "", 0},
		"with a dash":     {[]string{"operator-image", "dev"}, "operator-image", 1},
		"a verb's prefix": {[]string{"oper"}, "", 0},
	}
	for name, c := range cases {
		verb, rest, found := find(c.args)
		if verb.Name != c.name || len(rest) != c.rest || found != (c.name != "") {
			t.Errorf("%s: verb %q with %d arguments, want %q with %d", name, verb.Name, len(rest), c.name, c.rest)
		}
	}
}

func TestOperatorVerbsRefuse(t *testing.T) {
	t.Setenv("TESTBED_STATE", t.TempDir())
	cases := map[string]struct {
		args []string
		exit int
		want string
	}{
		"no time":        {[]string{"audit", "--since", "yesterday"}, 2, `"yesterday" is no time`},
		"no testbed":     {[]string{"audit"}, 1, "no testbed is up"},
		"no such verb":   {[]string{"operator", "dance"}, 2, `no verb "operator dance"`},
		"too many words": {[]string{"operator", "start", "now"}, 2, "usage: testbed operator start"},
	}
	for name, c := range cases {
		var stderr bytes.Buffer
		if exit := Main(c.args, io.Discard, &stderr); exit != c.exit || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d and %q: %s", name, exit, c.exit, c.want, stderr.String())
		}
	}
	var stdout bytes.Buffer
	if exit := Main([]string{"operator", "status"}, &stdout, io.Discard); exit != 0 || stdout.String() != "not started\n" {
		t.Errorf("status: exit code %d, %q", exit, stdout.String())
	}
}
