package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// settings is a config with the settings, which need no limit and no policy.
func settings(pairs ...string) string {
	var b strings.Builder
	b.WriteString("kind: ValkeyConfig\nmetadata: {name: a}\nspec:\n  imageRef: v91\n  valkey:\n")
	for i := 0; i < len(pairs); i += 2 {
		fmt.Fprintf(&b, "    %q: %q\n", pairs[i], pairs[i+1])
	}
	return b.String()
}

func TestOneDirective(t *testing.T) {
	const rules = "VK030 VK031 VK035 VK036 VK037 VK038 VK039 VK049 VK055"
	tests := map[string]struct{ key, value, want string }{
		"a size":                        {"maxmemory", "2gb", ""},
		"a size in capitals":            {"maxmemory", "2GB", ""},
		"bytes":                         {"maxmemory", "2000000000", ""},
		"powers of 1000":                {"maxmemory", "2g", `warning VK035 a spec.valkey["maxmemory"]: "2g" is 2000000000 bytes: k, m and g are powers of 1000; did you mean "2gb"?`},
		"powers of 1000 in capitals":    {"maxmemory", "64K", `warning VK035 a spec.valkey["maxmemory"]: "64K" is 64000 bytes: k, m and g are powers of 1000; did you mean "64kb"?`},
		"another size directive":        {"repl-backlog-size", "1500m", `warning VK035 a spec.valkey["repl-backlog-size"]: "1500m" is 1500000000 bytes to Valkey, and 1.5 to Kubernetes; did you mean "1500mb"?`},
		"a size in a list":              {"client-output-buffer-limit", "normal 1Gi 0 0", `error VK035 a spec.valkey["client-output-buffer-limit"]: "client-output-buffer-limit" does not take this value: "1Gi" is not a Valkey size: want digits and one of b, k, kb, m, mb, g, gb; did you mean "1gb"?`},
		"the old class name":            {"client-output-buffer-limit", "slave 256mb 64mb 60", ""},
		"a percentage":                  {"maxmemory-clients", "5%", ""},
		"an empty size":                 {"maxmemory", "", `error VK035 a spec.valkey["maxmemory"]: "maxmemory" does not take this value: "" is not a Valkey size: want digits and one of b, k, kb, m, mb, g, gb`},
		"an enum in capitals":           {"maxmemory-policy", "ALLKEYS-LRU", ""},
		"an alias":                      {"slave-priority", "none", `error VK036 a spec.valkey["slave-priority"]: "slave-priority" (replica-priority) does not take this value: want a whole number of at least 0`},
		"the forced value":              {"cluster-node-timeout", "5000", ""},
		"the forced value, other words": {"Cluster-Enabled", "YES", ""},
		"the forced list":               {"bind", "*   -::*", ""},
		"the port of TLS":               {"port", "0", ""},
		"a bad value that is forced":    {"port", "none", `warning VK031 a spec.valkey["port"]: "port" never takes effect: it is always "6379", or "0" with TLS (the Service and the probes use this port)`},
		"forced and managed":            {"aclfile", "/etc/valkey/acl/users.acl", `error VK037 a spec.valkey["aclfile"]: "aclfile" is never rendered: users come from ACL bindings`},
		"a managed family":              {"TLS-Whatever", "x", `error VK037 a spec.valkey["TLS-Whatever"]: "TLS-Whatever" (tls-whatever) is never rendered: TLS is set up from the cluster's tls field`},
		"announced address":             {"cluster-announce-ip", "10.0.0.1", `error VK037 a spec.valkey["cluster-announce-ip"]: "cluster-announce-ip" is never rendered: addresses are set up by the operator`},
		"a secret by mistake":           {"requirepas", "correct-horse", `warning VK030 a spec.valkey["requirepas"]: directive "requirepas" is not known to Valkey 8.0 to 9.1: a server that does not know it refuses to start; did you mean "requirepass"?`},
		"a module's setting":            {"json.max-depth", "1", `warning VK030 a spec.valkey["json.max-depth"]: directive "json.max-depth" is not known to Valkey 8.0 to 9.1: a server that does not know it refuses to start`},
		"an escaped line feed":          {"rename-command", `KEYS "x\ny"`, `error VK038 a spec.valkey["rename-command"]: the value of "rename-command" must not hold a NUL, a line feed or a carriage return`},
		"a carriage return":             {"loglevel", "notice\r", `error VK038 a spec.valkey["loglevel"]: the value of "loglevel" must not hold a NUL, a line feed or a carriage return`},
		"a line feed in a size":         {"maxmemory", "1gb\nuser evil on nopass ~* +@all", `error VK038 a spec.valkey["maxmemory"]: the value of "maxmemory" must not hold a NUL, a line feed or a carriage return`},
		"unbalanced quotes":             {"save", `"900 1`, `error VK036 a spec.valkey["save"]: "save" does not take this value: unbalanced quotes`},
		"a rename of another command":   {"rename-command", `KEYS ""`, `warning VK049 a spec.valkey["rename-command"]: the command "keys" is taken from everyone; to take it from some users, deny it in a ValkeyRole`},
		"a module":                      {"loadmodule", "/usr/lib/valkey/libjson.so", `warning VK036 a spec.valkey["loadmodule"]: nothing says which modules an image holds: a server that does not find the file refuses to start`},
		"a text in quotes":              {"proc-title-template", `"{title}"`, `warning VK036 a spec.valkey["proc-title-template"]: "proc-title-template" is set to a text in quotes; the quotes are part of the value: leave them out`},
		"a text in single quotes":       {"locale-collate", `'C'`, `warning VK036 a spec.valkey["locale-collate"]: "locale-collate" is set to a text in quotes; the quotes are part of the value: leave them out`},
		"quotes within a text":          {"proc-title-template", `{title} "x"`, ""},
		"one quote":                     {"proc-title-template", `"`, ""},
		"a size in quotes":              {"maxmemory", `"1gb"`, `error VK035 a spec.valkey["maxmemory"]: "maxmemory" does not take this value: "\"1gb\"" is not a Valkey size: want digits and one of b, k, kb, m, mb, g, gb; the quotes are part of the value: leave them out`},
		"a word in quotes":              {"appendonly", `"yes"`, `error VK036 a spec.valkey["appendonly"]: "appendonly" does not take this value: want yes or no; the quotes are part of the value: leave them out`},
		"a list in quotes is split":     {"client-output-buffer-limit", `"normal 0 0 0"`, ""},
		"databases":                     {"databases", "32", `info VK039 a spec.valkey["databases"]: "databases" has no effect in cluster mode, which has one database, or as many as "cluster-databases" says (Valkey 9.0 and later)`},
		"the one database":              {"databases", "1", ""},
		"a rename of one in use":        {"rename-command", `"CLUSTER" ""`, `error VK049 a spec.valkey["rename-command"]: the operator, the replicas or the probe of the pod need the command "cluster" under its own name`},
		"a rename without a name":       {"rename-command", "config", `error VK036 a spec.valkey["rename-command"]: "rename-command" does not take this value: want 2 arguments, got 1`},
		"no snapshots":                  {"save", "", ""},
		"no snapshots, in quotes":       {"save", `""`, ""},
		"snapshots":                     {"save", "900 1 300 10", `info VK055 a spec.valkey["save"]: snapshots are lost with their pod and each costs a fork within the memory limit`},
		"no append-only file":           {"appendonly", "no", ""},
		"accepted and ignored":          {"dynamic-hz", "yes", `warning VK039 a spec.valkey["dynamic-hz"]: directive "dynamic-hz" has no effect in Valkey 9.1, which accepts and ignores it`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := load(t, image91+settings(test.key, test.value)).input()
			if diff := cmp.Diff(test.want, brief(lint.Run(in), true, rules)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A verdict must not depend on how a directive is spelled, or a forced or
// managed one could be passed by case or alias.
func TestSpellingDecidesNothing(t *testing.T) {
	const value = "correct-horse"
	rules := func(key string) string {
		var out []string
		for _, f := range lint.Run(load(t, image91+settings(key, value)).input()) {
			if strings.Contains(f.Path, "valkey") {
				out = append(out, f.Rule)
			}
			if strings.Contains(f.Message, value) && !strings.Contains(f.Message, "not a Valkey size") {
				t.Errorf("%s repeats the value: %s", key, f.Message)
			}
		}
		return strings.Join(out, " ")
	}
	for _, d := range conf.For(conf.Version{Major: 9, Minor: 1}).Directives() {
		want := rules(conf.Canonical(d.Name))
		if conf.IsManaged(d.Name) && want != "VK037" {
			t.Errorf("%s: %q, want VK037", d.Name, want)
		}
		for _, spelling := range append(conf.Spellings(d.Name), strings.ToUpper(d.Name)) {
			if got := rules(spelling); got != want {
				t.Errorf("%s: %q, want that of %s: %q", spelling, got, d.Name, want)
			}
		}
	}
}

func TestModuleSettings(t *testing.T) {
	const modules = "kind: ValkeyConfig\nmetadata: {name: base}\nspec: {imageRef: v91, valkey: {loadmodule: /usr/lib/valkey/libjson.so}}\n---\n"
	child := strings.Replace(settings("json.max-depth", "1", "maxmemmory", "1gb"), "imageRef: v91", "baseRef: base", 1)
	got := brief(lint.Run(load(t, image91+modules+child).input()), false, "VK030")
	if diff := cmp.Diff(`warning VK030 a spec.valkey["maxmemmory"]`, got); diff != "" {
		t.Error(diff)
	}
}

// A value that one version takes and another refuses names the version.
func TestValueThatDependsOnTheVersion(t *testing.T) {
	const stream = image91 + image81 + `kind: ValkeyConfig
metadata: {name: base}
spec: {valkey: {log-format: json, hz: fast}}
---
kind: ValkeyConfig
metadata: {name: new}
spec: {baseRef: base, imageRef: v91}
---
kind: ValkeyConfig
metadata: {name: old}
spec: {baseRef: base, imageRef: v81}
`
	want := strings.Join([]string{
		`error VK036 base spec.valkey["hz"]: "hz" does not take this value: want a whole number of at least 0 (hertz)`,
		`error VK036 base spec.valkey["log-format"]: "log-format" does not take this value in Valkey 8.1: want one of legacy, logfmt`,
	}, "\n")
	if diff := cmp.Diff(want, brief(lint.Run(load(t, stream).input()), true, "VK036")); diff != "" {
		t.Error(diff)
	}
}

// One mistake in a base is one finding, whoever inherits it.
func TestBaseIsReportedOnce(t *testing.T) {
	stream := image91 + settings("maxmemory-policy", "lru", "maxmemmory", "1gb", "requirepass", "x", "port", "7000", "cluster-announce-port", "1")
	for i := range 20 {
		stream += fmt.Sprintf("---\nkind: ValkeyConfig\nmetadata: {name: c%d}\nspec: {baseRef: a}\n", i)
		stream += fmt.Sprintf("---\nkind: ValkeyCluster\nmetadata: {name: k%d, namespace: ns}\nspec: {configRef: c%d, shards: 3, replicasPerShard: 1}\n", i, i)
	}
	want := strings.Join([]string{
		`error VK037 a spec.valkey["cluster-announce-port"]`,
		`warning VK030 a spec.valkey["maxmemmory"]`,
		`error VK036 a spec.valkey["maxmemory-policy"]`,
		`warning VK031 a spec.valkey["port"]`,
		`error VK037 a spec.valkey["requirepass"]`,
	}, "\n")
	if diff := cmp.Diff(want, brief(lint.Run(load(t, stream).input()), false, "VK030 VK031 VK036 VK037")); diff != "" {
		t.Error(diff)
	}
}

func TestForcedByTLSOnly(t *testing.T) {
	const stream = image91 + `kind: ValkeyConfig
metadata: {name: base}
spec: {imageRef: v91, valkey: {cluster-preferred-endpoint-type: %s}}
---
kind: ValkeyConfig
metadata: {name: a}
spec: {baseRef: base}
---
kind: ValkeyCluster
metadata: {name: k, namespace: ns}
spec: {configRef: a, shards: 3, replicasPerShard: 1%s}
`
	tests := map[string]struct{ value, tls, want string }{
		"without TLS":      {"ip", "", ""},
		"the forced value": {"hostname", ", tls: {secretRef: s}", ""},
		"another value": {"ip", ", tls: {secretRef: s}",
			`warning VK031 base spec.valkey["cluster-preferred-endpoint-type"]: "cluster-preferred-endpoint-type" never takes effect in TLS clusters: there it is always "hostname" (clients verify certificates by host name) (in the config chain a -> base)`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := lint.Run(load(t, fmt.Sprintf(stream, test.value, test.tls)).input())
			if diff := cmp.Diff(test.want, brief(got, true, "VK031")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
