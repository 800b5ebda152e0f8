package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCompletionScripts: each shell gets a script that calls the program for
// what may stand next.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			got := run("", "completion", shell)
			if got.exit != 0 || got.err != "" {
				t.Fatalf("exit %d, error %q", got.exit, got.err)
			}
			for _, part := range []string{"valkey-menu", "__complete"} {
				if !strings.Contains(got.out, part) {
					t.Errorf("the script for %s holds no %q", shell, part)
				}
			}
		})
	}
}

// TestBashReadsTheScript lets bash check the syntax; it is on every machine that
// runs our Makefile.
func TestBashReadsTheScript(t *testing.T) {
	file := filepath.Join(t.TempDir(), "completion")
	if err := os.WriteFile(file, []byte(run("", "completion", "bash").out), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("bash", "-n", file).CombinedOutput(); err != nil {
		t.Errorf("bash refuses the script: %v\n%s", err, out)
	}
}

// offered asks as the scripts do, and drops the texts behind the words.
func offered(t *testing.T, args ...string) []string {
	t.Helper()
	got := run("", append([]string{"__complete"}, args...)...)
	if got.exit != 0 {
		t.Fatalf("exit %d: %s", got.exit, got.err)
	}
	var words []string
	for line := range strings.Lines(got.out) {
		word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		words = append(words, word)
	}
	return words
}

func TestCompletionOffers(t *testing.T) {
	tests := map[string]struct {
		args []string
		want []string // among what is offered
		not  string
	}{
		"commands":            {[]string{""}, []string{"validate", "render", "diff", "explain", "rules", "definitions", "version", "completion"}, "VK031"},
		"a command begun":     {[]string{"val"}, []string{"validate"}, "render"},
		"flags":               {[]string{"validate", "--fail"}, []string{"--fail-level"}, "--rule"},
		"rules to grade":      {[]string{"validate", "--rule", "VK03"}, []string{"VK031=", "VK033="}, "VK040="},
		"how to grade a rule": {[]string{"validate", "--rule", "VK031="}, []string{"VK031=error", "VK031=warning", "VK031=info", "VK031=off"}, "VK031="},
		"fail levels":         {[]string{"validate", "--fail-level", ""}, []string{"error", "warning", "never"}, "info"},
		"references":          {[]string{"validate", "--external", ""}, []string{"ignore", "warning", "error"}, "off"},
		"zone spreads":        {[]string{"render", "--default-zone-spread", ""}, []string{"bestEffort", "required"}, "never"},
		"rules to explain":    {[]string{"explain", "VK"}, []string{"VK001", "VK076"}, "cluster"},
		"kinds to explain":    {[]string{"explain", "Valkey"}, []string{"ValkeyCluster", "ValkeyImage"}, "VK001"},
		"a cluster's name":    {[]string{"explain", "cluster", ""}, nil, "VK001"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := offered(t, test.args...)
			for _, want := range test.want {
				if !slices.Contains(got, want) {
					t.Errorf("%q is not among %q", want, got)
				}
			}
			if slices.Contains(got, test.not) {
				t.Errorf("%q is among %q", test.not, got)
			}
		})
	}
}
