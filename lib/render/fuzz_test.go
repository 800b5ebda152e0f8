package render_test

import (
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// FuzzNodeConfigMap renders any setting of a menu. It is refused or it leaves
// every forced setting as it is and adds at most its own one line.
func FuzzNodeConfigMap(f *testing.F) {
	for _, seed := range [][2]string{
		{"maxmemory", "1gb"}, {"save", ""}, {"SAVE", "900 1 300 10"}, {"port", "7000"}, {"Bind", "0.0.0.0"},
		{"masterauth", "x"}, {"include", "/tmp/x"}, {"hz", "10\nport 7000"}, {"x y", "z"}, {"#", "#"}, {"", ""},
		{"client-output-buffer-limit", `normal 0 0 0 "replica`}, {"é", "ü\x00"}, {"cluster-announce-ip", "10.0.0.1"},
	} {
		f.Add(seed[0], seed[1], false)
		f.Add(seed[0], seed[1], true)
	}
	f.Fuzz(func(t *testing.T, name, value string, tls bool) {
		w := newWorld()
		if tls {
			edits()["tls"](w)
		}
		w.config.Spec.Valkey = map[string]v1alpha1.SettingValue{name: v1alpha1.SettingValue(value)}
		c := w.resolve(t)
		n, err := render.Node(c, render.Member{Name: "cache-0a1b2"})
		if err != nil {
			return
		}
		m, err := render.NodeConfigMap(n)
		if err != nil {
			t.Fatalf("a node was rendered, but not its ConfigMap: %v", err)
		}
		lines := strings.Split(strings.TrimSuffix(m.Data["valkey.conf"], "\n"), "\n")
		if want := len(n.Spec.ValkeySettings); len(lines) != want {
			t.Fatalf("%d settings became %d lines", want, len(lines))
		}
		checkForced(t, lines, conf.Forced(conf.Env{
			TLS: tls, Hostname: "cache-0a1b2.cache.team-a.svc.cluster.local", Version: conf.Version{Major: 9, Minor: 1},
		}))
	})
}

func checkForced(t *testing.T, lines []string, forced []conf.Setting) {
	t.Helper()
	values := map[string]string{}
	for _, line := range lines {
		words, err := conf.Split(line)
		if err != nil || len(words) == 0 {
			t.Fatalf("line %q does not split: %v", line, err)
		}
		name := conf.Canonical(words[0])
		if _, twice := values[name]; twice {
			t.Fatalf("%q stands twice", name)
		}
		values[name] = strings.Join(words[1:], " ")
	}
	for _, s := range forced {
		if values[s.Name] != s.Value {
			t.Fatalf("forced %q is %q, want %q", s.Name, values[s.Name], s.Value)
		}
	}
	for _, absent := range []string{"primaryauth", "requirepass", "user", "cluster-announce-ip"} {
		if value, ok := values[absent]; ok {
			t.Fatalf("%q is rendered as %q", absent, value)
		}
	}
}
