package conf_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestArgs(t *testing.T) {
	tests := map[string]struct {
		name, value string
		want        []string
	}{
		"single":                   {"logfile", "my log.txt", []string{"my log.txt"}},
		"single with quotes":       {"logfile", `"a" 'b`, []string{`"a" 'b`}},
		"single, empty":            {"logfile", "", []string{""}},
		"unknown":                  {"no-such", "a b", []string{"a b"}},
		"module setting":           {"search.threads", "4", []string{"4"}},
		"save":                     {"save", "900 1  300 10", []string{"900", "1", "300", "10"}},
		"save, empty":              {"save", "", []string{""}},
		"save, blank":              {"save", "  ", []string{""}},
		"save, two quotes":         {"save", `""`, []string{""}},
		"upper case":               {"SAVE", "900 1", []string{"900", "1"}},
		"alias":                    {"slaveof", "no one", []string{"no", "one"}},
		"bind":                     {"bind", "* -::*", []string{"*", "-::*"}},
		"buffer limit":             {"client-output-buffer-limit", "normal 0 0 0 replica 256mb 64mb 60", []string{"normal", "0", "0", "0", "replica", "256mb", "64mb", "60"}},
		"rename":                   {"rename-command", `KEYS ""`, []string{"KEYS", ""}},
		"module":                   {"loadmodule", `/m.so a "b c"`, []string{"/m.so", "a", "b c"}},
		"signal flags":             {"shutdown-on-sigterm", "nosave failover", []string{"nosave", "failover"}},
		"percentiles":              {"latency-tracking-info-percentiles", "50 99", []string{"50", "99"}},
		"oom scores":               {"oom-score-adj-values", "0 200 800", []string{"0", "200", "800"}},
		"keyspace events, one":     {"notify-keyspace-events", "K E", []string{"K E"}},
		"user":                     {"user", "bob on >x", []string{"bob", "on", ">x"}},
		"tab escaped in many":      {"bind", `"a\tb"`, []string{"a\tb"}},
		"backslash n stays in one": {"logfile", `a\nb`, []string{`a\nb`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := conf.Args(tt.name, tt.value)
			if err != nil {
				t.Fatalf("Args: %v", err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Args (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRenderErrors(t *testing.T) {
	const secret = "hunter2"
	tests := map[string]struct{ name, value, want string }{
		"newline in a value":         {"maxmemory", secret + "\nuser evil on nopass", `directive "maxmemory": a NUL or a newline is not allowed`},
		"carriage return in a value": {"maxmemory", secret + "\r", `directive "maxmemory": a NUL`},
		"NUL in a value":             {"requirepass", secret + "\x00", `directive "requirepass": a NUL`},
		"newline in a name":          {"maxmemory 1\nport", secret, `directive "maxmemory 1\nport": a NUL`},
		"escaped newline of many":    {"bind", `"` + secret + `\n"`, `directive "bind": a NUL`},
		"escaped NUL of many":        {"bind", `"` + secret + `\x00"`, `directive "bind": a NUL`},
		"empty name":                 {"", secret, `directive "": the name is empty`},
		"unbalanced quotes":          {"user", `"` + secret, `directive "user": unbalanced quotes`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := conf.Render(map[string]string{tt.name: tt.value})
			if err == nil || !strings.HasPrefix(err.Error(), "rendering valkey.conf: "+tt.want) {
				t.Fatalf("Render = %q, %v, want error %q", got, err, tt.want)
			}
			if strings.Contains(err.Error(), secret) || got != "" {
				t.Errorf("Render = %q, %v, want neither text nor the value", got, err)
			}
		})
	}
	if got, err := conf.Render(map[string]string{"HZ": "1", "hz": "2"}); err == nil {
		t.Errorf("Render of two spellings = %q, want an error", got)
	}
}

func TestRender(t *testing.T) {
	got, err := conf.Render(map[string]string{
		"maxmemory": "2gb", "save": "", "logfile": "my log.txt", "bind": "* -::*", "appendonly": "no", "#odd name": "it's",
		"client-output-buffer-limit": "normal 0 0 0 replica 256mb 64mb 60 pubsub 32mb 8mb 60", "locale-collate": "é",
		"rename-command": `KEYS ""`, "proc-title-template": "{title} {port}", "ignore-warnings": `a"b\c`,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `"#odd name" "it's"
appendonly no
bind * -::*
client-output-buffer-limit normal 0 0 0 replica 256mb 64mb 60 pubsub 32mb 8mb 60
ignore-warnings "a\"b\\c"
locale-collate "\xc3\xa9"
logfile "my log.txt"
maxmemory 2gb
proc-title-template "{title} {port}"
rename-command KEYS ""
save ""
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Render (-want +got):\n%s", diff)
	}
	if got, err := conf.Render(nil); got != "" || err != nil {
		t.Errorf("Render(nil) = %q, %v, want nothing", got, err)
	}
}

func FuzzRender(f *testing.F) {
	f.Add("maxmemory", "1gb\nuser evil on nopass", "save", "900 1")
	f.Add("save", `"`, "#", "x")
	f.Add("bind", `"\n"`, "Bind", "a")
	f.Add("", "", "é", "\xff\v")
	f.Fuzz(func(t *testing.T, name1, value1, name2, value2 string) {
		settings := map[string]string{name1: value1, name2: value2}
		text, err := conf.Render(settings)
		if err != nil {
			if text != "" {
				t.Errorf("text %q beside error %v", text, err)
			}
			return
		}
		lines := strings.SplitAfter(text, "\n")
		if last := lines[len(lines)-1]; last != "" {
			t.Fatalf("text does not end in a newline: %q", text)
		}
		names := slices.Sorted(maps.Keys(settings))
		if len(lines)-1 != len(names) || strings.ContainsAny(text, "\r\x00") {
			t.Fatalf("%d settings rendered as %q", len(names), text)
		}
		for i, name := range names {
			args, err := conf.Args(name, settings[name])
			if err != nil {
				t.Fatalf("Args(%q): %v", name, err)
			}
			want := append([]string{name}, args...)
			line := strings.Trim(lines[i], " \t\r\n") // as the server does
			got, err := conf.Split(line)
			if err != nil || !cmp.Equal(want, got) || strings.HasPrefix(line, "#") {
				t.Errorf("line %q reads as %q, %v, want %q", line, got, err, want)
			}
		}
	})
}

func BenchmarkRender(b *testing.B) {
	settings := conf.Effective(map[string]string{"maxmemory": "2gb", "save": "900 1 300 10"}, conf.Env{TLS: true, Hostname: "a.b"}).Map()
	for i := range 50 {
		settings[fmt.Sprintf("setting-%d", i)] = "a value with spaces"
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := conf.Render(settings); err != nil {
			b.Fatal(err)
		}
	}
}
