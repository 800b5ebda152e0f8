package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

func TestValuesThatStopTheServer(t *testing.T) {
	tests := map[string]struct{ key, value, want string }{
		"a dump in the file of the state": {"dbfilename", "nodes.conf", `error: "dbfilename" names nodes.conf, a file that the node itself writes, so the server does not start`},
		"a dump that is a folder":         {"dbfilename", ".", `error: "dbfilename" names a folder, and the server reads it as a file when it starts`},
		"a dump":                          {"dbfilename", "nodes.rdb", ""},
		"a folder without files":          {"appenddirname", "nodes.conf", ""},
		"the plain locale":                {"locale-collate", "C", ""},
		"the locale of the environment":   {"locale-collate", "", ""},
		"the plain locale in UTF-8":       {"locale-collate", "C.UTF-8", ""},
		"another locale":                  {"locale-collate", "de_DE.UTF-8", `warning: nothing says which locales an image holds: a server that does not find that of "locale-collate" refuses to start`},
		"a port of RDMA":                  {"rdma-port", "6380", `warning: "rdma-port" needs an RDMA device, which no pod has: the server crashes without one`},
		"no port of RDMA":                 {"rdma-port", "0", ""},
		"an address of RDMA":              {"rdma-bind", "192.0.2.1", `warning: "rdma-bind" needs an RDMA device, which no pod has: the server crashes without one`},
		"a word with a letter too many": {"maxmemory-policy", "Allkeys-LRRU",
			`error: "maxmemory-policy" does not take this value: want one of volatile-lru, volatile-lfu, volatile-random, volatile-ttl, allkeys-lru, allkeys-lfu, allkeys-random, noeviction; did you mean "allkeys-lru"?`},
		"a word near none": {"log-format", "structured", `error: "log-format" does not take this value: want one of legacy, logfmt, json`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := brief(lint.Run(load(t, image91+settings(test.key, test.value)).input()), true, "VK036")
			want := test.want
			if severity, message, found := strings.Cut(want, ": "); found {
				want = fmt.Sprintf("%s VK036 a spec.valkey[%q]: %s", severity, test.key, message)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The name matters to configs with an append-only file, whoever of the chain
// sets which.
func TestFolderOfTheAppendOnlyFile(t *testing.T) {
	const child = "---\nkind: ValkeyConfig\nmetadata: {name: b}\nspec: {baseRef: a, valkey: {appendonly: %q}}\n"
	for value, want := range map[string]string{
		"Yes": `error VK036 a spec.valkey["appenddirname"]`,
		"no":  "",
	} {
		stream := image91 + settings("appenddirname", "nodes.conf", "appendonly", "no") + fmt.Sprintf(child, value)
		if diff := cmp.Diff(want, brief(lint.Run(load(t, stream).input()), false, "VK036")); diff != "" {
			t.Errorf("appendonly %s: %s", value, diff)
		}
	}
}

func TestUnknownDirectiveOfANewerVersion(t *testing.T) {
	const known = `warning VK030 a spec.valkey["newest"]: directive "newest" is not known to Valkey 8.0 to 9.1`
	for version, want := range map[string]string{
		"9.1.7":     known + ": a server that does not know it refuses to start",
		"our-build": known + ": a server that does not know it refuses to start",
		"9.2.0":     known + ", and the image declares 9.2, which this program does not know: a server that does not know it refuses to start",
		"10.0":      known + ", and the image declares 10.0, which this program does not know: a server that does not know it refuses to start",
	} {
		stream := strings.ReplaceAll(image91, "9.1.2", version) + settings("newest", "x")
		if diff := cmp.Diff(want, brief(lint.Run(load(t, stream).input()), true, "VK030")); diff != "" {
			t.Errorf("version %s: %s", version, diff)
		}
	}
}
