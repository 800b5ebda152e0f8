package lint_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

var update = flag.Bool("update", false, "write want.txt of every case; the run then fails, so that nobody takes it for a test")

const casesDir = "testdata/rules"

// inputOf loads one file of a case, with before.yaml as the state before where
// the case has one.
func inputOf(t *testing.T, dir, file string) lint.Input {
	t.Helper()
	in := loadFile(t, dir, file).input()
	before := filepath.Join(dir, "before.yaml")
	if _, err := os.Stat(before); !errors.Is(err, fs.ErrNotExist) {
		in.Before = menu.New(loadFile(t, before).objects)
	}
	return in
}

// lines prints findings the way want.txt holds them.
func lines(findings []lint.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%s %s %s %s %s: %s\n", f.Severity, f.Rule, f.Slug, f.Object, f.Path, f.Message)
	}
	return b.String()
}

func raises(findings []lint.Finding, rule string) bool {
	return slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Rule == rule })
}

func TestCases(t *testing.T) {
	for _, rule := range lint.Rules() {
		if !rule.Checked() {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			dir := filepath.Join(casesDir, rule.ID)
			if got := lint.Run(inputOf(t, dir, "good.yaml")); raises(got, rule.ID) {
				t.Errorf("the good case raises the rule:\n%s", lines(got))
			}
			got := lint.Run(inputOf(t, dir, "bad.yaml"))
			if !raises(got, rule.ID) {
				t.Errorf("the bad case does not raise the rule:\n%s", lines(got))
			}
			wantFile := filepath.Join(dir, "want.txt")
			if *update {
				if err := os.WriteFile(wantFile, []byte(lines(got)), 0o644); err != nil {
					t.Fatal(err)
				}
				t.Fatalf("wrote %s", wantFile)
			}
			want, err := os.ReadFile(wantFile)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), lines(got)); diff != "" {
				t.Errorf("findings of the bad case (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEveryCaseBelongsToARule(t *testing.T) {
	entries, err := os.ReadDir(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if rule, ok := lint.Lookup(entry.Name()); !ok || !rule.Checked() {
			t.Errorf("%s/%s: no rule of that id is checked here", casesDir, entry.Name())
		}
	}
}

// TestNoSecretInFindings looks for whatever was written where secrets stand:
// hashes, clear-text passwords in their place, and values of directives that
// hold a secret.
func TestNoSecretInFindings(t *testing.T) {
	hash := regexp.MustCompile(`[0-9a-fA-F]{64}`)
	entries, err := os.ReadDir(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, entry := range entries {
		in := inputOf(t, filepath.Join(casesDir, entry.Name()), "bad.yaml")
		for _, f := range lint.Run(in) {
			judged++
			text := strings.ReplaceAll(f.Message+f.Path, "sha256:"+strings.Repeat("0", 64), "")
			if hash.MatchString(text) {
				t.Errorf("%s holds a hash: %s", f.Rule, f.Message)
			}
			for _, secret := range []string{"correct-horse", "hidden-name", "evil", strings.Repeat("x", 64), "PRIVATE KEY"} {
				if strings.Contains(text, secret) {
					t.Errorf("%s holds the secret %q: %s", f.Rule, secret, f.Message)
				}
			}
		}
	}
	if judged < len(entries) {
		t.Errorf("%d findings in %d bad cases: too few to prove anything", judged, len(entries))
	}
}
