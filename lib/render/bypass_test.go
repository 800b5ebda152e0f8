package render_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// reserved lists every name by which a server of 8.0 to 9.1 takes a forced or
// managed directive. It is written out here and not taken from the catalogue,
// so that a name that the catalogue lacks shows.
func reserved(tls bool) []string {
	list := strings.Fields(`
		cluster-enabled cluster-node-timeout cluster-config-file dir port bind protected-mode aclfile
		primaryuser masteruser primaryauth masterauth cluster-allow-replica-migration cluster-announce-ip
		requirepass user replicaof slaveof acl-pubsub-default include cluster-port
		cluster-announce-port cluster-announce-tls-port cluster-announce-bus-port cluster-announce-hostname
		cluster-announce-human-nodename cluster-announce-client-ipv4 cluster-announce-client-ipv6
		cluster-announce-client-port cluster-announce-client-tls-port
		replica-announce-ip slave-announce-ip replica-announce-port slave-announce-port
		cluster-replica-no-failover cluster-slave-no-failover bind-source-addr daemonize supervised
		syslog-enabled syslog-ident syslog-facility logfile pidfile unixsocket unixsocketperm unixsocketgroup
		tls-port tls-cluster tls-replication tls-cert-file tls-key-file tls-key-file-pass tls-ca-cert-file
		tls-ca-cert-dir tls-auth-clients tls-auth-clients-user tls-client-cert-file tls-client-key-file
		tls-client-key-file-pass tls-dh-params-file tls-protocols tls-ciphers tls-ciphersuites
		tls-prefer-server-ciphers tls-session-caching tls-session-cache-size tls-session-cache-timeout
		tls-auto-reload-interval`)
	if tls {
		list = append(list, "cluster-preferred-endpoint-type")
	}
	return list
}

// files is what a menu comes to: valkey.conf and the pod of one node. The
// cluster selects a config that inherits from another; both may set anything.
func files(tls bool, child, base map[string]string) (config, pod string, err error) {
	w := newWorld()
	if tls {
		edits()["tls"](w)
	}
	large := v1alpha1.ValkeyConfig{Spec: v1alpha1.ValkeyConfigSpec{BaseRef: w.config.Name, Valkey: values(child)}}
	large.Name = "large"
	w.config.Spec.Valkey = values(base)
	w.cluster.Spec.ConfigRef = large.Name
	c, err := resolve.New(menu.New(menu.Objects{
		Images: []v1alpha1.ValkeyImage{w.image}, Configs: []v1alpha1.ValkeyConfig{w.config, large},
	}), w.options).Cluster(&w.cluster)
	if err != nil {
		return "", "", err
	}
	n, err := render.Node(c, render.Member{Name: "cache-0a1b2"})
	if err != nil {
		return "", "", err
	}
	m, err := render.NodeConfigMap(n)
	if err != nil {
		return "", "", err
	}
	p, err := render.Pod(n, w.options, nil)
	if err != nil {
		return "", "", err
	}
	return m.Data["valkey.conf"], p.String(), nil
}

func values(m map[string]string) map[string]v1alpha1.SettingValue {
	out := make(map[string]v1alpha1.SettingValue, len(m))
	for key, value := range m {
		out[key] = v1alpha1.SettingValue(value)
	}
	return out
}

func mixedCase(r *rand.Rand, name string) string {
	b := []byte(name)
	for i, c := range b {
		if c >= 'a' && c <= 'z' && r.IntN(2) == 0 {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// TestNoMenuBypassesAForcedSetting: whatever case or alias a menu uses, in the
// selected config, in its base or in both, the bytes of valkey.conf and the pod
// are those without it.
func TestNoMenuBypassesAForcedSetting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, tls := range []bool{false, true} {
		wantConf, wantPod := mustFiles(t, tls, nil, nil)
		same := func(child, base map[string]string) {
			t.Helper()
			gotConf, gotPod := mustFiles(t, tls, child, base)
			if diff := cmp.Diff(wantConf, gotConf) + cmp.Diff(wantPod, gotPod); diff != "" {
				t.Fatalf("TLS %v, config %v on base %v:\n%s", tls, child, base, diff)
			}
		}
		for _, name := range reserved(tls) {
			for _, key := range []string{name, strings.ToUpper(name), mixedCase(r, name)} {
				same(map[string]string{key: "no"}, nil)
				same(nil, map[string]string{key: "evil 1"})
			}
		}
		for range 200 {
			same(anyReserved(r, tls), anyReserved(r, tls))
		}
	}
}

func mustFiles(t *testing.T, tls bool, child, base map[string]string) (config, pod string) {
	t.Helper()
	config, pod, err := files(tls, child, base)
	if err != nil {
		t.Fatalf("config %v on base %v: %v", child, base, err)
	}
	return config, pod
}

func anyReserved(r *rand.Rand, tls bool) map[string]string {
	names, settings := reserved(tls), map[string]string{}
	for range r.IntN(12) {
		settings[mixedCase(r, names[r.IntN(len(names))])] = fmt.Sprintf("evil-%d", r.IntN(9))
	}
	return settings
}

// disguises write a name so that a careless comparison takes it for another and
// a careless writer for the name itself.
func disguises(name string) []string {
	return []string{
		" " + name, name + " ", name + "\t", "\v" + name, "\ufeff" + name, name + "\u00a0", `"` + name + `"`, "'" + name + "'", `\` + name,
		`\x` + fmt.Sprintf("%02x", name[0]) + name[1:], "#" + name, "--" + name, name + " evil", "x\n" + name, "x\r" + name, name + "\x00",
		name + "=", `hz" "` + name, strings.ReplaceAll(name, "i", "\u0131"), "\uff50" + name[1:], strings.ReplaceAll(name, "-", "_"),
		"K" + name, strings.ReplaceAll(name, "s", "\u017f"), strings.ReplaceAll(name, "k", "\u212a"),
	}
}

// TestDisguisedNamesAddOneHarmlessLine: a disguised name or a value that hides
// a directive is refused, or is one line more whose first word, as a server
// reads it, is no reserved directive.
func TestDisguisedNamesAddOneHarmlessLine(t *testing.T) {
	for _, tls := range []bool{false, true} {
		before, _ := mustFiles(t, tls, nil, nil)
		for _, name := range reserved(tls) {
			settings := map[string]string{}
			for _, key := range disguises(name) {
				settings[key] = "evil"
			}
			for i, value := range []string{
				"1\n" + name + " evil", "1\r" + name + " evil", `1\n` + name + " evil", `"1\n` + name + ` evil"`, `" ` + name + ` evil`, "1\x00" + name,
			} {
				settings[fmt.Sprintf("my-module.option%d", i)] = value
			}
			for _, key := range slices.Sorted(maps.Keys(settings)) {
				if slices.Contains(reserved(tls), key) {
					continue // the disguise left the name as it is
				}
				checkHarmless(t, tls, before, key, settings[key])
			}
			for _, several := range []string{"save", "rename-command", "loadmodule", "client-output-buffer-limit"} {
				checkHarmless(t, tls, strings.Replace(before, "save \"\"\n", "", 1), several, "1 \"\\n"+name+" evil\"")
			}
		}
	}
}

func checkHarmless(t *testing.T, tls bool, before, key, value string) {
	t.Helper()
	after, _, err := files(tls, map[string]string{key: value}, nil)
	if err != nil {
		return
	}
	had := map[string]bool{}
	for line := range strings.Lines(before) {
		had[line] = true
	}
	var added []string
	for line := range strings.Lines(after) {
		if !had[line] {
			added = append(added, line)
		}
		delete(had, line)
	}
	if len(had) > 0 || len(added) > 1 {
		t.Fatalf("TLS %v: %q with value %q takes %v and adds %q", tls, key, value, had, added)
	}
	for _, line := range added {
		words, err := conf.Split(line)
		if err != nil || len(words) == 0 || slices.Contains(reserved(tls), strings.ToLower(words[0])) && isASCII(words[0]) {
			t.Fatalf("TLS %v: %q with value %q adds the line %q, error %v", tls, key, value, line, err)
		}
	}
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x7e })
}
