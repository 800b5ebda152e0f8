package conf_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func version(t *testing.T, text string) conf.Version {
	t.Helper()
	v, known := conf.ParseVersion(text)
	if !known {
		t.Fatalf("version %q is not known", text)
	}
	return v
}

// deliberate reports the classes of verdicts in which Check is meant to differ from a server. The testbed's replay of all
// versions has the same ones, and those that need a running server.
func deliberate(d conf.Directive, value string) bool {
	var size *conf.SizeError
	switch {
	case d.Type == conf.TypeMemory && (value == "" || value == "gb"):
		return true // the server reads a size without digits as 0
	case errors.As(d.Check(value), &size) && size.TooLarge, d.Name == "cluster-blacklist-ttl" && value == "-1":
		return true // the server wraps it around to another number
	case d.Name == "activedefrag" && value == "YES":
		return true // refused by the recorded build, not by the version
	}
	return false
}

// TestCheckAgreesWithServer replays what a Valkey 9.1.2 did with each value as a
// line of its configuration file: took it or refused it.
func TestCheckAgreesWithServer(t *testing.T) {
	raw, err := os.ReadFile("testdata/verdicts-9.1.2.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded map[string]struct{ Accept, Refuse []string }
	if err := json.Unmarshal(raw, &recorded); err != nil {
		t.Fatal(err)
	}
	c := conf.For(version(t, "9.1"))
	compared := 0
	for name, verdicts := range recorded {
		d, ok := c.Lookup(name)
		if !ok {
			t.Errorf("Lookup(%q): not found", name)
			continue
		}
		for _, value := range verdicts.Accept {
			compared++
			if err := d.Check(value); err != nil && !deliberate(d, value) {
				t.Errorf("%s: Check(%q) = %v, the server takes it", name, value, err)
			}
		}
		for _, value := range verdicts.Refuse {
			compared++
			if err := d.Check(value); err == nil && !deliberate(d, value) {
				t.Errorf("%s: Check(%q) = nil, the server refuses it", name, value)
			}
		}
	}
	if compared < 3000 {
		t.Errorf("compared %d verdicts, want at least 3000", compared)
	}
}

func TestCheckMessages(t *testing.T) {
	tests := map[string]struct{ name, value, want string }{
		"bool":              {"appendonly", "true", "want yes or no"},
		"enum":              {"maxmemory-policy", "lru", "want one of volatile-lru, volatile-lfu"},
		"range":             {"maxmemory-samples", "65", "want a whole number from 1 to 64"},
		"lower bound only":  {"repl-timeout", "0", "want a whole number of at least 1 (seconds)"},
		"any number":        {"list-max-listpack-size", "x", "want a whole number"},
		"size":              {"maxmemory", "2Gi", `did you mean "2gb"?`},
		"size bound":        {"client-query-buffer-limit", "1kb", "want a size of at least 1048576 (bytes)"},
		"percentage":        {"maxmemory-clients", "101%", "want a percentage from 0% to 100%"},
		"arity":             {"oom-score-adj-values", "0 200", "want 3 arguments, got 2"},
		"arity of many":     {"bind", strings.Repeat("a ", 17), "want 1 to 16 arguments, got 17"},
		"arity, none":       {"user", "", ""},
		"save":              {"save", "900", "want pairs of seconds and changes"},
		"limit class":       {"client-output-buffer-limit", "primary 0 0 0", "want the class normal, replica or pubsub"},
		"limit size":        {"client-output-buffer-limit", "normal 1.5gb 0 0", `did you mean "1536mb"?`},
		"limit groups":      {"client-output-buffer-limit", "normal 0 0", "got 3 arguments"},
		"octal":             {"unixsocketperm", "999", "want a whole number in octal from 0 to 777"},
		"unbalanced quotes": {"save", `"900`, "unbalanced quotes"},
		"newline":           {"logfile", "a\nb", "newline is not allowed"},
		"alias":             {"slave-priority", "x", "want a whole number of at least 0"},
	}
	c := conf.For(version(t, "9.1"))
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d, ok := c.Lookup(tt.name)
			if !ok {
				t.Fatalf("Lookup(%q): not found", tt.name)
			}
			err := d.Check(tt.value)
			if tt.want == "" {
				if err != nil {
					t.Errorf("Check(%q) = %v, want nil", tt.value, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Check(%q) = %v, want it to say %q", tt.value, err, tt.want)
			}
		})
	}
}

func TestCheckDependsOnVersion(t *testing.T) {
	tests := map[string]struct {
		name, value string
		takenBy     map[string]bool
	}{
		"failover on a signal":      {"shutdown-on-sigterm", "nosave failover", map[string]bool{"8.0": false, "8.1": false, "9.0": true, "9.1": true}},
		"flush-before-load":         {"repl-diskless-load", "flush-before-load", map[string]bool{"8.0": false, "8.1": true, "9.1": true}},
		"negative size":             {"slot-migration-max-failover-repl-bytes", "-1", map[string]bool{"9.0": false, "9.1": true}},
		"space in a node's name":    {"cluster-announce-human-nodename", "a b", map[string]bool{"8.0": true, "8.1": true, "9.0": true, "9.1": false}},
		"sign in a node's name":     {"cluster-announce-human-nodename", "a#b", map[string]bool{"8.0": false, "8.1": false, "9.0": false, "9.1": false}},
		"node's name":               {"cluster-announce-human-nodename", "a-b.c_d:é/" + strings.Repeat("x", 300), map[string]bool{"8.0": true, "9.1": true}},
		"quotes in an address":      {"cluster-announce-ip", `a"b`, map[string]bool{"8.1": true, "9.1": false}},
		"long address":              {"cluster-announce-ip", strings.Repeat("1", 46), map[string]bool{"8.1": true, "9.1": false}},
		"longest address":           {"cluster-announce-ip", strings.Repeat("1", 45), map[string]bool{"9.1": true}},
		"user from the certificate": {"tls-auth-clients-user", "URI", map[string]bool{"9.0": false, "9.1": true}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for v, want := range tt.takenBy {
				d, ok := conf.For(version(t, v)).Lookup(tt.name)
				if !ok {
					t.Fatalf("Lookup(%q) in %s: not found", tt.name, v)
				}
				if err := d.Check(tt.value); (err == nil) != want {
					t.Errorf("%s: Check(%q) = %v, want taken: %v", v, tt.value, err, want)
				}
			}
		})
	}
}

func TestCheckTitle(t *testing.T) {
	tests := map[string]bool{
		"": false, " ": false, "x": true, "{title}": false, "{title} {server-mode}{unixsocket}": false, "{title} x": true, "{port}": true, "{config-file}": true,
		"{nothing}": false, "{title": false, "{}": false, "{{": true, "{{title}": true, "title}": true, "{Title}x": false, "{listen-addr}{tls-port}": true,
	}
	d, _ := conf.For(version(t, "9.1")).Lookup("proc-title-template")
	for template, want := range tests {
		if err := d.Check(template); (err == nil) != want {
			t.Errorf("Check(%q) = %v, want it good: %v", template, err, want)
		}
	}
}

// The greatest numbers that a server takes, and the least that it does not.
func TestCheckBounds(t *testing.T) {
	tests := map[string]struct{ good, bad []string }{
		"maxmemory":                              {[]string{"18446744073709551615", "17179869183gb", "8589934592gb"}, []string{"18446744073709551616", "17179869184gb", "-1"}},
		"maxmemory-clients":                      {[]string{"9223372036854775807", "0%", "100%"}, []string{"9223372036854775808", "101%", "-1%", "%", "50.5%"}},
		"repl-backlog-size":                      {[]string{"1", "9223372036854775807"}, []string{"0", "9223372036854775808"}},
		"client-output-buffer-limit":             {[]string{"normal 18446744073709551615 0 2147483647", "normal 0 0 01"}, []string{"normal 0 0 2147483648", "normal 18446744073709551616 0 0", "normal 0 0 -1"}},
		"cluster-blacklist-ttl":                  {[]string{"9223372036854775807"}, []string{"9223372036854775808", "-1"}},
		"slot-migration-max-failover-repl-bytes": {[]string{"-1", "0", "1gb"}, []string{"-2", "-1gb"}},
		"unixsocketperm":                         {[]string{"777", "0777", "+7", ""}, []string{"1000", "8", "-1"}},
		"save":                                   {[]string{"09 1", "+9 0", "9223372036854775808 1"}, []string{"0 1", "1 -1", "1.5 1"}},
		"oom-score-adj-values":                   {[]string{"-2000 +0 2000", `0 0 ""`}, []string{"-2001 0 0", "0 0 2001"}},
	}
	for name, tt := range tests {
		d, ok := conf.For(version(t, "9.1")).Lookup(name)
		if !ok {
			t.Fatalf("no directive %q", name)
		}
		for _, value := range tt.good {
			if err := d.Check(value); err != nil {
				t.Errorf("%s: Check(%q) = %v", name, value, err)
			}
		}
		for _, value := range tt.bad {
			if err := d.Check(value); err == nil {
				t.Errorf("%s: Check(%q) = nil, want an error", name, value)
			}
		}
	}
}

func TestCheckNeverRepeatsASecret(t *testing.T) {
	const secret = "hunter2"
	for _, c := range []*conf.Catalogue{conf.For(version(t, "8.0")), conf.For(version(t, "9.1"))} {
		for _, d := range c.Directives() {
			if !conf.IsSecret(d.Name) {
				continue
			}
			for _, value := range []string{secret, `"` + secret, secret + "\n", "on >" + secret + " '"} {
				if err := d.Check(value); err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("%s: Check repeats the value: %v", d.Name, err)
				}
			}
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, seed := range []string{"", "yes", "900 1", `"`, "{title}", "normal 0 0 0", "-1", "5%", "no one", "a b c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		for _, d := range conf.For(conf.Version{Major: 9, Minor: 1}).Directives() {
			if err := d.Check(value); err != nil && err.Error() == "" {
				t.Errorf("%s: Check(%q) gives an error without words", d.Name, value)
			}
		}
	})
}
