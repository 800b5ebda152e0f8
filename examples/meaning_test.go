package examples

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const marker = "fn.valkey.gomomento.com/validated"

// TestBrokenMenuBreaksEachReferenceOnce reads the report that people see as an
// example, so that an update of the goldens cannot lose a rule.
func TestBrokenMenuBreaksEachReferenceOnce(t *testing.T) {
	var report struct {
		Results []struct {
			Rule string
			Line int
		}
	}
	text, err := os.ReadFile("broken-menu/expected.files/report.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, result := range report.Results {
		if result.Line == 0 {
			t.Errorf("%s has no line", result.Rule)
		}
		if result.Rule >= "VK010" && result.Rule <= "VK016" {
			got[result.Rule]++
		}
	}
	want := map[string]int{"VK010": 1, "VK011": 1, "VK012": 1, "VK013": 1, "VK014": 1, "VK015": 1, "VK016": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings by rule (-want +got):\n%s", diff)
	}
}

// TestRefusedBuildsPrintNothing guards what makes a refusal safe: no object
// gets past it.
func TestRefusedBuildsPrintNothing(t *testing.T) {
	got := run(t, "demo/broken")
	if got.Stdout != "" || got.Exit != 1 || !strings.Contains(got.Stderr, "VK") {
		t.Errorf("exit code %d, %d bytes on standard output, want 1, none and findings:\n%s", got.Exit, len(got.Stdout), got.Stderr)
	}
}

// TestMarkerShowsThatTheFunctionRan compares a build that was checked with one
// in which kustomize skipped the function.
func TestMarkerShowsThatTheFunctionRan(t *testing.T) {
	checked, skipped := run(t, "demo/good"), run(t, "flag-forgotten")
	if !strings.Contains(checked.Stdout, marker) {
		t.Errorf("no %s after a check:\n%s", marker, checked.Stdout)
	}
	if skipped.Exit != 0 || strings.Contains(skipped.Stdout, marker) {
		t.Errorf("exit code %d, want 0 and no %s when the function is skipped:\n%s", skipped.Exit, marker, skipped.Stdout)
	}
}

// TestWirings shows why the check stands under transformers: alone under
// validators kustomize v5.8.2 refuses every build, for a function that changes
// nothing too.
func TestWirings(t *testing.T) {
	tests := map[string]struct {
		wiring   string
		wantExit int
		want     string
	}{
		"under transformers": {"transformers: [validate.yaml]", 0, ""},
		"under validators":   {"validators: [validate.yaml]", 1, "validator shouldn't modify the resource map"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			work := copied(t, "demo/good")
			kustomization := "resources: [cluster.yaml]\ngenerators: [menu.yaml]\n" + test.wiring + "\n"
			replace(t, filepath.Join(work, "validate.yaml"), "marker: true", "marker: false")
			if err := os.WriteFile(filepath.Join(work, "kustomization.yaml"), []byte(kustomization), 0o600); err != nil {
				t.Fatal(err)
			}
			got := step(t, work, "kustomize build --enable-alpha-plugins --enable-exec .", result{})
			if got.Exit != test.wantExit || !strings.Contains(got.Stderr, test.want) || !strings.Contains(got.Stderr, "0 errors") {
				t.Errorf("exit code %d, want %d and %q on standard error:\n%s", got.Exit, test.wantExit, test.want, got.Stderr)
			}
		})
	}
}

func replace(t *testing.T, name, before, after string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), before) {
		t.Fatalf("%s does not hold %q", name, before)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(text), before, after)), 0o600); err != nil {
		t.Fatal(err)
	}
}
