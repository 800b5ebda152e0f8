package conf_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func asMap(t *testing.T, settings []conf.Setting) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, s := range settings {
		if s.Reason == "" || strings.Contains(s.Reason, "\n") {
			t.Errorf("%s: reason %q, want one line", s.Name, s.Reason)
		}
		if conf.Canonical(s.Name) != s.Name {
			t.Errorf("%s is not canonical", s.Name)
		}
		out[s.Name] = s.Value
	}
	if len(out) != len(settings) {
		t.Errorf("a setting is listed twice in %v", settings)
	}
	if !slices.IsSortedFunc(settings, func(a, b conf.Setting) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("not sorted: %v", settings)
	}
	return out
}

func plainSettings() map[string]string {
	return map[string]string{
		"aclfile": "/etc/valkey/acl/users.acl", "bind": "* -::*", "cluster-allow-replica-migration": "no",
		"cluster-config-file": "/var/lib/valkey/nodes.conf", "cluster-enabled": "yes", "cluster-node-timeout": "5000",
		"dir": "/var/lib/valkey", "include": "/etc/valkey/auth/primaryauth.conf", "port": "6379",
		"primaryuser": "_momento_repl", "protected-mode": "no",
	}
}

func TestForcedPlain(t *testing.T) {
	// Without TLS a host name is not announced.
	got := asMap(t, conf.Forced(conf.Env{Hostname: "ignored"}))
	if diff := cmp.Diff(plainSettings(), got); diff != "" {
		t.Errorf("forced settings (-want +got):\n%s", diff)
	}
}

func TestForcedTLS(t *testing.T) {
	want := plainSettings()
	for name, value := range map[string]string{
		"port": "0", "tls-port": "6379", "tls-cluster": "yes", "tls-replication": "yes", "tls-auth-clients": "no",
		"tls-cert-file": "/etc/valkey/tls/tls.crt", "tls-key-file": "/etc/valkey/tls/tls.key", "tls-ca-cert-file": "/etc/valkey/tls/ca.crt",
		"cluster-preferred-endpoint-type": "hostname",
	} {
		want[name] = value
	}
	if diff := cmp.Diff(want, asMap(t, conf.Forced(conf.Env{TLS: true}))); diff != "" {
		t.Errorf("without a host name (-want +got):\n%s", diff)
	}
	want["cluster-announce-hostname"] = "c-0a1b2.c.ns.svc.cluster.local"
	got := asMap(t, conf.Forced(conf.Env{TLS: true, Hostname: "c-0a1b2.c.ns.svc.cluster.local"}))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("with a host name (-want +got):\n%s", diff)
	}
}

func TestForcedValuesAreValid(t *testing.T) {
	for _, v := range conf.Versions() {
		settings := slices.Concat(conf.Forced(conf.Env{TLS: true, Hostname: "a.b", Version: v}), conf.Defaults(v))
		for _, s := range settings {
			d, ok := conf.For(v).Lookup(s.Name)
			if !ok {
				t.Errorf("%s does not know %s", v, s.Name)
				continue
			}
			if err := d.Check(s.Value); err != nil {
				t.Errorf("%s: %s %q: %v", v, s.Name, s.Value, err)
			}
		}
	}
}

func TestDefaults(t *testing.T) {
	below9 := map[string]string{"save": "", "repl-diskless-sync-delay": "0"}
	from9 := map[string]string{"save": "", "repl-diskless-sync-delay": "0", "shutdown-on-sigterm": "nosave failover"}
	tests := map[string]map[string]string{
		"7.2": below9, "8.0.1": below9, "8.1": below9, "9.0.0": from9, "9.1.2": from9, "10": from9, "unstable": from9, "": from9,
	}
	for text, want := range tests {
		v, _ := conf.ParseVersion(text)
		if diff := cmp.Diff(want, asMap(t, conf.Defaults(v))); diff != "" {
			t.Errorf("version %q (-want +got):\n%s", text, diff)
		}
	}
}

func TestIsForced(t *testing.T) {
	tests := map[string]struct{ plain, tls bool }{
		"port": {true, true}, "PORT": {true, true}, "masteruser": {true, true}, "primaryauth": {true, true}, "masterauth": {true, true},
		"cluster-announce-ip": {true, true}, "include": {true, true}, "Bind": {true, true},
		"tls-port": {false, true}, "cluster-announce-hostname": {false, true}, "cluster-preferred-endpoint-type": {false, true},
		"maxmemory": {false, false}, "save": {false, false}, "no-such": {false, false}, "requirepass": {false, false},
	}
	for name, want := range tests {
		if got := conf.IsForced(name, false); got != want.plain {
			t.Errorf("IsForced(%q, false) = %v, want %v", name, got, want.plain)
		}
		if got := conf.IsForced(name, true); got != want.tls {
			t.Errorf("IsForced(%q, true) = %v, want %v", name, got, want.tls)
		}
	}
}

func TestIsManaged(t *testing.T) {
	managed := []string{
		"requirepass", "RequirePass", "REQUIREPASS", "user", "primaryauth", "masterauth", "primaryuser", "masteruser", "replicaof", "slaveof",
		"aclfile", "acl-pubsub-default", "include", "tls-port", "TLS-Port", "tls-no-such-thing", "cluster-port", "cluster-announce-ip",
		"cluster-announce-hostname", "replica-announce-ip", "slave-announce-port", "cluster-replica-no-failover", "cluster-slave-no-failover",
		"bind-source-addr", "daemonize", "supervised", "syslog-enabled", "syslog-ident", "logfile", "pidfile", "unixsocket", "unixsocketperm",
	}
	for _, name := range managed {
		reason, ok := conf.ManagedReason(name)
		if !ok || !conf.IsManaged(name) || reason == "" {
			t.Errorf("ManagedReason(%q) = %q, %v, want a reason", name, reason, ok)
		}
	}
	for _, name := range []string{"maxmemory", "bind", "port", "cluster-enabled", "replica-announced", "users", "tls", "save", "cluster-ports", ""} {
		if reason, ok := conf.ManagedReason(name); ok || conf.IsManaged(name) {
			t.Errorf("ManagedReason(%q) = %q, want it not managed", name, reason)
		}
	}
}
