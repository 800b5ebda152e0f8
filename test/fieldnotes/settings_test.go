package fieldnotes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	valkeyconf "github.com/valkey-menu/valkey-menu/lib/conf"
)

// row is one setting, with what validate says about it and what the message
// holds. Rendered is the line of valkey.conf, where there is one to look at.
type row struct {
	key, value string
	memory     string
	want       string
	message    string
	rendered   string
}

// TestSettings is the table of values of spec.valkey.
func TestSettings(t *testing.T) {
	const ephemeral = "info VK055"
	bypass := "a\nuser evil on nopass ~* +@all"
	tests := map[string]row{
		"1: a size": {key: "maxmemory", value: "2gb", want: "accept", rendered: "maxmemory 2gb"},
		"2: a size in powers of 1000": {key: "maxmemory", value: "2g", want: "warning VK035",
			message: `"2g" is 2000000000 bytes: k, m and g are powers of 1000; did you mean "2gb"?`},
		"3: a Kubernetes size": {key: "maxmemory", value: "2Gi", want: "error VK035", message: `"2Gi" is not a Valkey size: want digits and one of b, k, kb, m, mb, g, gb; did you mean "2gb"?`},
		"4: a fraction":        {key: "maxmemory", value: "1.5gb", want: "error VK035", message: `did you mean "1536mb"?`},
		"5: a size that Kubernetes reads otherwise": {key: "maxmemory", value: "1500m", want: "warning VK035",
			message: `"1500m" is 1500000000 bytes to Valkey, and 1.5 to Kubernetes; did you mean "1500mb"?`},
		"7: no headroom":     {key: "maxmemory", value: "8gb", memory: "8Gi", want: "warning VK033", message: "100 %"},
		"7: above the limit": {key: "maxmemory", value: "9gb", memory: "8Gi", want: "error VK032"},
		"9: no snapshots":    {key: "save", value: "", want: "accept", rendered: `save ""`},
		// The info says that snapshots are lost with their pod.
		"10: save points on one line": {key: "save", value: "900 1 300 10", want: ephemeral, rendered: "save 900 1 300 10"},
		"12: a second line": {key: "save", value: "900 1\nsave 300 10", want: "error VK038",
			message: `write all save points on one line, as in "900 1 300 10"`},
		"13: buffers of all classes": {key: "client-output-buffer-limit", value: "normal 0 0 0 replica 256mb 64mb 60 pubsub 32mb 8mb 60", want: "accept",
			rendered: "client-output-buffer-limit normal 0 0 0 replica 256mb 64mb 60 pubsub 32mb 8mb 60"},
		// Kept as it is written: 9.1.2 itself answers with the old name to CONFIG GET.
		"15: the old name of a class": {key: "client-output-buffer-limit", value: "slave 256mb 64mb 60", want: "accept",
			rendered: "client-output-buffer-limit slave 256mb 64mb 60"},
		"16: a password":                    {key: "requirepass", value: "x", want: "error VK037"},
		"16: a password, in capitals":       {key: "REQUIREPASS", value: "x", want: "error VK037"},
		"16: a password, in mixed case":     {key: "RequirePass", value: "x", want: "error VK037"},
		"17: the primary's password":        {key: "primaryauth", value: "x", want: "error VK037"},
		"17: the primary's password, alias": {key: "masterauth", value: "x", want: "error VK037"},
		"17: the primary's user":            {key: "primaryuser", value: "x", want: "error VK037"},
		"17: the primary's user, alias":     {key: "masteruser", value: "x", want: "error VK037"},
		"19: a user":                        {key: "user", value: "evil on nopass ~* +@all", want: "error VK037", message: "users come from ACL bindings"},
		"20: another file":                  {key: "include", value: "/etc/x.conf", want: "error VK037"},
		// No ValkeyImage declares modules, so it is always the warning. 9.1.2 with
		// a file that is missing: "Can't load module from ...: server aborting".
		"21: a module": {key: "loadmodule", value: "/usr/lib/valkey/libjson.so", want: "warning VK036", message: "which modules an image holds",
			rendered: "loadmodule /usr/lib/valkey/libjson.so"},
		"23: a command that is taken away": {key: "rename-command", value: `KEYS ""`, want: "warning VK049", message: "deny it in a ValkeyRole",
			rendered: `rename-command KEYS ""`},
		// 9.1.2: "No such command in rename-command", "Target command name already
		// exists", a failed assertion, and a replica whose data comes to differ.
		"23: a command that is none":      {key: "rename-command", value: "NOPE x", want: "error VK036", message: `command "nope"`},
		"23: a name that is taken":        {key: "rename-command", value: "GET SET", want: "error VK036", message: `command "set" exists`},
		"23: a subcommand":                {key: "rename-command", value: "client|kill x", want: "error VK036", message: "is a subcommand"},
		"23: a command that replicas get": {key: "rename-command", value: `UNLINK ""`, want: "error VK049", message: "a replica or a slot migration"},
		"a dump in the file of the state": {key: "dbfilename", value: "nodes.conf", want: "error VK036", message: "the node itself writes"},
		"a locale that an image may lack": {key: "locale-collate", value: "de_DE.UTF-8", want: "warning VK036", message: "which locales an image holds"},
		"a device that no pod has":        {key: "rdma-port", value: "6380", want: "warning VK036", message: "RDMA"},
		"a policy with a letter too many": {key: "maxmemory-policy", value: "allkeys-lrru", want: "error VK036", message: `did you mean "allkeys-lru"?`},
		// The notes refuse it, and a server does: "Bad directive or wrong number of
		// arguments". By the design it is a warning, since an image may hold a
		// server that knows more than our catalogue.
		"24: a misspelt directive": {key: "maxmemmory", value: "1gb", want: "warning VK030", message: `did you mean "maxmemory"?`},
		"26: an append-only file":  {key: "appendonly", value: "yes", want: ephemeral, rendered: "appendonly yes"},
		// The notes ask for quotes; by the design logs go to the container's output,
		// so it is never rendered. TestValuesAreQuoted has the quotes.
		"27: a log file":               {key: "logfile", value: "my log.txt", want: "error VK037"},
		"29: a forced value, the same": {key: "cluster-node-timeout", value: "5000", want: "accept", rendered: "cluster-node-timeout 5000"},
		"29: a forced value, another":  {key: "cluster-node-timeout", value: "15000", want: "warning VK031", message: `it is always "5000"`, rendered: "cluster-node-timeout 5000"},
		// Forced to IPv4 and IPv6, where the notes expect 0.0.0.0, which shuts out
		// clusters that have IPv6 alone.
		"31: an address": {key: "bind", value: "::", want: "warning VK031", message: `it is always "* -::*"`, rendered: "bind * -::*"},
		// 9.1.2 in cluster mode: SELECT 1 fails whatever databases says, unless
		// cluster-databases allows it. 8.0.1 and 8.1.1 reset it to 1.
		"32: databases":              {key: "databases", value: "32", want: "info VK039", message: `"cluster-databases"`, rendered: "databases 32"},
		"32: databases of a cluster": {key: "cluster-databases", value: "32", want: "accept", rendered: "cluster-databases 32"},
		// E14: the row of the other table with the same cause.
		"a directive smuggled into a value": {key: "maxmemory", value: "1gb\nuser evil on nopass ~* +@all", want: "error VK038"},
		"a directive smuggled into a name":  {key: bypass, value: "x", want: "error VK038"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := world{memory: test.memory, valkey: map[string]string{test.key: test.value}}
			got, message := verdict(t, w, test.key)
			if got != test.want || !strings.Contains(message, test.message) {
				t.Errorf("verdict %q (%s), want %q with %q in the message", got, message, test.want, test.message)
			}
			if test.rendered == "" {
				return
			}
			directive, _, _ := strings.Cut(test.rendered, " ")
			if diff := cmp.Diff([]string{test.rendered}, lines(conf(t, w), directive)); diff != "" {
				t.Errorf("valkey.conf (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWhatIsManagedIsNeverRendered: the rows that are refused leave no line, in
// any spelling.
func TestWhatIsManagedIsNeverRendered(t *testing.T) {
	w := world{valkey: map[string]string{
		"RequirePass": "secret-1", "masterauth": "secret-2", "MASTERUSER": "secret-3", "user": "evil on nopass ~* +@all",
		"Include": "/etc/evil.conf", "logfile": "my log.txt",
	}}
	for _, line := range conf(t, w) {
		for _, bad := range []string{"secret-", "evil", "requirepass", "my log"} {
			if strings.Contains(strings.ToLower(line), bad) {
				t.Errorf("valkey.conf holds %q", line)
			}
		}
	}
}

// TestSizes are the bytes of rows 1, 2 and 5, as CONFIG GET maxmemory of 9.1.2
// prints them.
func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{"2gb": 2147483648, "2g": 2000000000, "1500m": 1500000000, "40gb": 42949672960} {
		if got, err := valkeyconf.ParseMemory(text); err != nil || got != want {
			t.Errorf("%s is %d bytes (error %v), want %d", text, got, err, want)
		}
	}
}
