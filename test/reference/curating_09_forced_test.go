package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// Page on curating images and configs: the section on what no config overrides.

// holds demands lines of valkey.conf.
func holds(t testing.TB, conf []string, want ...string) {
	t.Helper()
	for _, line := range want {
		if !slices.Contains(conf, line) {
			t.Errorf("valkey.conf has no line %q:\n%s", line, strings.Join(conf, "\n"))
		}
	}
}

// plaintextAndTLS runs a test for both kinds of cluster.
func plaintextAndTLS(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	for name, tls := range map[string]*v1alpha1.TLS{"plaintext": nil, "TLS": {SecretRef: "cache-tls"}} {
		t.Run(name, func(t *testing.T) {
			w := pages(t)
			w.clusters["on-large"].Spec.TLS = tls
			test(t, w)
		})
	}
}

func TestForced(t *testing.T) {
	t.Run("cluster mode, client port, paths and replication identity are injected", func(t *testing.T) {
		plaintextAndTLS(t, func(t *testing.T, w *world) {
			t.Helper()
			got := w.conf(t, "on-large")
			holds(t, got, "cluster-enabled yes", "cluster-node-timeout 5000", "protected-mode no",
				"dir /var/lib/valkey", "cluster-config-file /var/lib/valkey/nodes.conf", "aclfile /etc/valkey/acl/users.acl",
				"primaryuser _momento_repl", "include /etc/valkey/auth/primaryauth.conf")
			if w.clusters["on-large"].Spec.TLS == nil {
				holds(t, got, "port 6379")
			} else {
				holds(t, got, "port 0", "tls-port 6379", "tls-cluster yes", "tls-replication yes")
			}
		})
	})
	t.Run("after the config has resolved: the chain still holds what has no effect", func(t *testing.T) {
		w := pages(t)
		w.set("standard", "port", "7000")
		if got := w.resolve(t, "on-large").Config.Settings["port"].Value; got != "7000" {
			t.Errorf("port %q in the resolved config, want 7000", got)
		}
		holds(t, w.conf(t, "on-large"), "port 6379")
	})
	t.Run("they win over the menu, on base and variant, in any spelling", func(t *testing.T) {
		plaintextAndTLS(t, func(t *testing.T, w *world) {
			t.Helper()
			env := conf.Env{TLS: w.clusters["on-large"].Spec.TLS != nil, Hostname: "any"}
			names := []string{"primaryauth", "cluster-announce-ip"} // injected outside valkey.conf
			for _, s := range conf.Forced(env) {
				names = append(names, s.Name)
			}
			want, wantPod, clean := w.conf(t, "on-large"), w.pod(t, "on-large"), w.configs
			for _, name := range names {
				for _, spelling := range conf.Spellings(name) {
					for _, written := range []string{spelling, strings.ToUpper(spelling), strings.ToUpper(spelling[:1]) + spelling[1:]} {
						for _, config := range []string{"standard", "large"} {
							w.configs = map[string]v1alpha1.ValkeyConfigSpec{"standard": clean["standard"], "large": clean["large"]}
							w.set(config, written, "1")
							if diff := cmp.Diff(want, w.conf(t, "on-large")); diff != "" {
								t.Errorf("%s in %s changes valkey.conf (-want +got):\n%s", written, config, diff)
							}
							if diff := cmp.Diff(wantPod, w.pod(t, "on-large")); diff != "" {
								t.Errorf("%s in %s changes the pod (-want +got):\n%s", written, config, diff)
							}
						}
					}
				}
			}
		})
	})
	t.Run("differs: bind opens IPv6 too", func(t *testing.T) {
		differs(t, "`bind` | forced to `0.0.0.0` |")
		holds(t, pages(t).conf(t, "on-large"), "bind * -::*")
	})
	t.Run("to set cluster-enabled or port is reported as without effect, not refused", func(t *testing.T) {
		w := pages(t)
		w.set("standard", "cluster-enabled", "no")
		w.set("standard", "port", "7000")
		want := []string{`ValkeyConfig "standard" spec.valkey["cluster-enabled"]`, `ValkeyConfig "standard" spec.valkey["port"]`}
		if diff := cmp.Diff(want, w.found("VK031")); diff != "" {
			t.Errorf("findings differ (-want +got):\n%s", diff)
		}
		if got := w.refused(); len(got) > 0 {
			t.Errorf("refused clusters %v, want none", got)
		}
	})
}

func TestPassThrough(t *testing.T) {
	t.Run("whatever is not forced is rendered, known or not, right or wrong", func(t *testing.T) {
		for name, x := range map[string]struct{ value, want string }{
			"hz":                       {"50", "hz 50"},
			"maxclients":               {"many", "maxclients many"},
			"no-such-directive":        {"on", "no-such-directive on"},
			"search.workers":           {"4", "search.workers 4"},
			"maxmemory-policy":         {"forget-nothing", "maxmemory-policy forget-nothing"},
			"save":                     {"900 1", "save 900 1"},
			"repl-diskless-sync-delay": {"9", "repl-diskless-sync-delay 9"},
		} {
			w := pages(t)
			w.set("standard", name, x.value)
			holds(t, w.conf(t, "on-large"), x.want)
		}
	})
	t.Run("but what would not stay one line of the file is an error of rendering, not of resolution", func(t *testing.T) {
		for _, x := range []struct{ name, value string }{{"hz", "50\nport 7000"}, {"hz", "5\x000"}, {"hz\nport", "7000"}, {"save", `"900 1`}} {
			w := pages(t)
			w.set("standard", x.name, x.value)
			n, err := render.Node(w.resolve(t, "on-large"), render.Member{Name: "on-large-0a1b2"})
			if err == nil || !strings.Contains(err.Error(), `ValkeyConfig "standard"`) {
				t.Errorf("%q: node %v and error %v, want an error that names the config", x.name, n, err)
			}
		}
	})
	t.Run("differs: the linter reports what a server would not know or not take", func(t *testing.T) {
		differs(t, "anything that is not forced is not refused |")
		w := pages(t)
		w.set("standard", "no-such-directive", "on")
		w.set("standard", "maxclients", "many")
		for rule, want := range map[string]string{"VK030": "no-such-directive", "VK036": "maxclients"} {
			if diff := cmp.Diff([]string{`ValkeyConfig "standard" spec.valkey["` + want + `"]`}, w.found(rule)); diff != "" {
				t.Errorf("findings of %s differ (-want +got):\n%s", rule, diff)
			}
		}
	})
	t.Run("differs: managed directives are left out, reported, and stop nobody", func(t *testing.T) {
		want := pages(t).conf(t, "on-large")
		for row, written := range map[string]string{
			"`requirepass` |": "RequirePass", "`user` |": "user", "`acl-pubsub-default` |": "acl-pubsub-default",
			"`replicaof` |": "slaveof", "`include` |": "include", "`tls-auth-clients` |": "tls-session-caching",
			"`cluster-port` |": "cluster-port", "`cluster-announce-hostname` |": "cluster-announce-bus-port",
			"`replica-announce-ip` |": "slave-announce-port", "`cluster-replica-no-failover` |": "cluster-slave-no-failover",
			"`bind-source-addr` |": "bind-source-addr", "`unixsocket` |": "unixsocketperm", "`daemonize` |": "daemonize",
			"`supervised` |": "supervised", "`pidfile` |": "pidfile", "`logfile` |": "LOGFILE", "`syslog-enabled` |": "syslog-ident",
		} {
			differs(t, row)
			w := pages(t)
			w.set("standard", written, "1")
			if diff := cmp.Diff(want, w.conf(t, "on-large")); diff != "" {
				t.Errorf("%s changes valkey.conf (-want +got):\n%s", written, diff)
			}
			if diff := cmp.Diff([]string{`ValkeyConfig "standard" spec.valkey["` + written + `"]`}, w.found("VK037")); diff != "" {
				t.Errorf("%s: findings differ (-want +got):\n%s", written, diff)
			}
		}
	})
}
