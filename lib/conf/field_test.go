package conf_test

import (
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// fieldRow is one setting that users of Valkey on Kubernetes have written, with what this package says of it: whether the
// value is good, whether the menu may set it, and what stands in valkey.conf.
type fieldRow struct {
	name, value string
	bytes       int64  // of a size
	refused     string // what Check, or Render where it never gets so far, says; empty: it is good
	unknown     string // no catalogue knows it, and this is the nearest name
	managed     bool
	forced      string // what is written in its place
	line        string // as rendered; empty: not written from the menu
}

// The rows are numbered as in a collection of field reports. Those whose verdict is a rule's alone, or needs more than
// the setting, are the lint's: 7 (headroom), 21 (declared modules), 23 (ACL is better), 26 (ephemeral storage).
func fieldRows() map[string]fieldRow {
	const limits = "normal 0 0 0 replica 256mb 64mb 60 pubsub 32mb 8mb 60"
	return map[string]fieldRow{
		"1 binary gigabytes":   {name: "maxmemory", value: "2gb", bytes: 2147483648, line: "maxmemory 2gb"},
		"2 decimal gigabytes":  {name: "maxmemory", value: "2g", bytes: 2000000000, line: "maxmemory 2g"},
		"3 Kubernetes' unit":   {name: "maxmemory", value: "2Gi", refused: `did you mean "2gb"?`},
		"4 fraction":           {name: "maxmemory", value: "1.5gb", refused: `did you mean "1536mb"?`},
		"5 decimal megabytes":  {name: "maxmemory", value: "1500m", bytes: 1500000000, line: "maxmemory 1500m"},
		"7 value":              {name: "maxmemory", value: "8gb", bytes: 8589934592, line: "maxmemory 8gb"},
		"9 nothing to save":    {name: "save", value: "", line: `save ""`},
		"10 several points":    {name: "save", value: "900 1 300 10", line: "save 900 1 300 10"},
		"12 second line":       {name: "save", value: "900 1\nsave 300 10", refused: "a NUL or a newline is not allowed"},
		"13 buffer limits":     {name: "client-output-buffer-limit", value: limits, line: "client-output-buffer-limit " + limits},
		"15 old class name":    {name: "client-output-buffer-limit", value: "slave 256mb 64mb 60", line: "client-output-buffer-limit slave 256mb 64mb 60"}, // kept as it is
		"16 requirepass":       {name: "requirepass", value: "x", managed: true},
		"16 RequirePass":       {name: "RequirePass", value: "x", managed: true},
		"16 REQUIREPASS":       {name: "REQUIREPASS", value: "x", managed: true},
		"17 masterauth":        {name: "masterauth", value: "x", managed: true},
		"17 primaryauth":       {name: "primaryauth", value: "x", managed: true},
		"17 masteruser":        {name: "masteruser", value: "x", managed: true, forced: "_momento_repl"},
		"17 primaryuser":       {name: "primaryuser", value: "x", managed: true, forced: "_momento_repl"},
		"19 user":              {name: "user", value: "evil on nopass ~* +@all", managed: true},
		"20 include":           {name: "include", value: "/etc/x.conf", managed: true, forced: "/etc/valkey/auth/primaryauth.conf"},
		"21 value":             {name: "loadmodule", value: "/usr/lib/valkey/libjson.so", line: "loadmodule /usr/lib/valkey/libjson.so"},
		"23 value":             {name: "rename-command", value: `KEYS ""`, line: `rename-command KEYS ""`},
		"24 mistyped":          {name: "maxmemmory", value: "1gb", unknown: "maxmemory", line: "maxmemmory 1gb"}, // warned of, passed through
		"26 value":             {name: "appendonly", value: "yes", line: "appendonly yes"},
		"27 space":             {name: "logfile", value: "my log.txt", managed: true}, // the quoting is tested below
		"29 forced anyway":     {name: "cluster-node-timeout", value: "5000", forced: "5000"},
		"31 addresses":         {name: "bind", value: "::", forced: "* -::*"}, // not 0.0.0.0, which shuts out IPv6
		"32 cluster databases": {name: "databases", value: "32", line: "databases 32"},
	}
}

func TestFieldRows(t *testing.T) {
	for name, row := range fieldRows() {
		t.Run(name, func(t *testing.T) {
			d, known := conf.For(version(t, "9.1")).Lookup(row.name)
			if nearest, _ := conf.For(version(t, "9.1")).Suggest(row.name); known != (row.unknown == "") || nearest != row.unknown {
				t.Errorf("known: %v, nearest name %q, want %q", known, nearest, row.unknown)
			}
			if err := d.Check(row.value); known && (err == nil) != (row.refused == "") || err != nil && !strings.Contains(err.Error(), row.refused) {
				t.Errorf("Check: %v, want %q", err, row.refused)
			}
			if n, err := conf.ParseMemory(row.value); row.bytes != 0 && (n != row.bytes || err != nil) {
				t.Errorf("%d bytes, %v, want %d", n, err, row.bytes)
			}
			checkFieldLine(t, row)
		})
	}
}

// checkFieldLine compares what the whole way from the menu to valkey.conf writes.
func checkFieldLine(t *testing.T, row fieldRow) {
	t.Helper()
	result := conf.Effective(map[string]string{row.name: row.value}, conf.Env{Version: version(t, "9.1")})
	for _, dropped := range result.Dropped {
		if dropped.Managed != row.managed || dropped.ForcedValue != row.forced {
			t.Errorf("dropped: managed %v, forced %q, want %v and %q", dropped.Managed, dropped.ForcedValue, row.managed, row.forced)
		}
	}
	if dropped := row.managed || row.forced != ""; (len(result.Dropped) == 1) != dropped {
		t.Errorf("dropped %v, want %v", result.Dropped, dropped)
	}
	text, err := conf.Render(result.Map())
	if strings.ContainsAny(row.value, "\n") {
		if err == nil || text != "" {
			t.Errorf("rendered %q, %v, want an error", text, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if row.line != "" && !strings.Contains("\n"+text, "\n"+row.line+"\n") {
		t.Errorf("no line %q in:\n%s", row.line, text)
	}
	if row.managed && strings.Contains(text, row.value) {
		t.Errorf("the value is in:\n%s", text)
	}
}

// TestFieldQuoting is row 27, and what the notes say of passwords: a directive of one argument stays one.
func TestFieldQuoting(t *testing.T) {
	tests := map[string]struct{ name, value, want string }{
		"27 space":            {"logfile", "my log.txt", `logfile "my log.txt"`},
		"9 empty":             {"save", "", `save ""`},
		"quotes and a hash":   {"requirepass", `abc" def\#ghi`, `requirepass "abc\" def\\#ghi"`},
		"hash first":          {"requirepass", "#x", `requirepass "#x"`},
		"single quote":        {"requirepass", "it's", `requirepass "it's"`},
		"two quoted words":    {"save", `"900" "1"`, "save 900 1"},
		"one quoted argument": {"save", `"900 1 300 10"`, `save "900 1 300 10"`}, // which the server splits once more
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := conf.Render(map[string]string{tt.name: tt.value})
			if err != nil || got != tt.want+"\n" {
				t.Errorf("Render = %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}
