package conf_test

import (
	"slices"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestOperatorCommands(t *testing.T) {
	got := conf.OperatorCommands()
	if !slices.IsSorted(got) {
		t.Errorf("%v is not sorted", got)
	}
	for _, want := range []string{"acl", "cluster", "config", "function", "info", "ping", "psync", "replconf", "select", "sync"} {
		if !slices.Contains(got, want) || !conf.IsOperatorCommand(want) {
			t.Errorf("%q is missing from %v", want, got)
		}
	}
	if !conf.IsOperatorCommand("CLUSTER") {
		t.Error("CLUSTER is not an operator command, want any case")
	}
	if conf.IsOperatorCommand("keys") {
		t.Error("keys is an operator command, want it free to be renamed")
	}
}

func TestRenamedCommand(t *testing.T) {
	tests := map[string]struct {
		value, want string
		ok          bool
	}{
		"removed":      {`KEYS ""`, "keys", true},
		"renamed":      {"Cluster c1", "cluster", true},
		"subcommand":   {`"CONFIG|SET" x`, "config", true},
		"one argument": {"KEYS", "", false},
		"three":        {"a b c", "", false},
		"empty":        {"", "", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			args, err := conf.Args("rename-command", tt.value)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := conf.RenamedCommand(args); got != tt.want || ok != tt.ok {
				t.Errorf("RenamedCommand(%q) = %q, %v, want %q, %v", args, got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestIsSecret(t *testing.T) {
	tests := map[string]bool{
		"requirepass": true, "RequirePass": true, "primaryauth": true, "masterauth": true, "primaryuser": true, "masteruser": true,
		"tls-key-file-pass": true, "tls-client-key-file-pass": true, "user": true, "requirepas": true, "masterath": true, "my-password": true,
		"json.auth-token": true, "tls-auth-clients": false, "hide-user-data-from-log": false, "maxmemory": false, "no-such": false,
	}
	for name, want := range tests {
		if got := conf.IsSecret(name); got != want {
			t.Errorf("IsSecret(%q) = %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]string{"requirepass": conf.Redacted, "maxmemory": "x"} {
		if got := conf.Redact(name, "x"); got != want {
			t.Errorf("Redact(%q) = %q, want %q", name, got, want)
		}
	}
	if got := conf.Redact("requirepass", ""); got != "" {
		t.Errorf("Redact of an empty value = %q, want it empty", got)
	}
}
