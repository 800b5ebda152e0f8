package cli_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files; the run then fails, so that an update is never a pass")

// goldenCases are commands with all that they print.
func goldenCases() map[string][]string {
	const in = "testdata/good"
	return map[string][]string{
		"validate-good":        {"validate", "-v", in},
		"validate-broken":      {"validate", "testdata/broken"},
		"validate-broken-json": {"validate", "-o", "json", "testdata/broken"},
		"validate-against":     {"validate", "--against", in, "testdata/changed"},
		"render-manifests":     {"render", "--cluster", "team-b/sessions", in},
		"render-json":          {"render", "--cluster", "sessions", "-o", "json", in},
		"render-resolved":      {"render", "--what", "resolved", in},
		"render-resolved-json": {"render", "--what", "resolved", "-o", "json", "--cluster", "team-a/cache", in},
		"render-conf":          {"render", "--what", "conf", in},
		"render-conf-one":      {"render", "--what", "conf", "--cluster", "team-a/cache", in},
		"render-conf-options":  {"render", "--what", "conf", "--cluster", "sessions", "--cluster-domain", "example.internal", in},
		"render-acl":           {"render", "--what", "acl", in},
		"render-acl-one":       {"render", "--what", "acl", "--cluster", "team-a/cache", in},
		"render-menu":          {"render", "--what", "menu", in},
		"render-menu-used":     {"render", "--what", "menu", "--cluster", "sessions", in},
		"render-broken":        {"render", "testdata/broken"},
		"explain-rule":         {"explain", "VK031"},
		"explain-slug":         {"explain", "flushallallowed"},
		"explain-kind":         {"explain", "valkeycluster"},
		"explain-field":        {"explain", "ValkeyCluster.spec.tls"},
		"explain-list":         {"explain", "ValkeyConfig.spec.acl[0].permissions.keys.access"},
		"explain-map":          {"explain", "ValkeyConfig.spec.valkey"},
		"explain-number":       {"explain", "ValkeyCluster.spec.shards"},
		"explain-cluster":      {"explain", "cluster", "team-a/cache", "-f", in},
		"explain-cluster-tls":  {"explain", "cluster", "sessions", "-f", in + "/menu", "-f", in + "/clusters", "--default-zone-spread", "required"},
		"explain-directive":    {"explain", "cluster", "cache", "MAXMEMORY", "-f", in},
		"explain-forced":       {"explain", "cluster", "cache", "port", "-f", in},
		"explain-managed":      {"explain", "cluster", "cache", "masterauth", "-f", in},
		"explain-default":      {"explain", "cluster", "cache", "save", "-f", in},
		"explain-unset":        {"explain", "cluster", "cache", "lazyfree-lazy-user-flush", "-f", in},
		"diff":                 {"diff", in, "testdata/changed"},
		"diff-back":            {"diff", "testdata/changed", in},
		"diff-markdown":        {"diff", "-o", "markdown", in, "testdata/changed"},
		"diff-none":            {"diff", in, in},
	}
}

func TestGolden(t *testing.T) {
	for name, args := range goldenCases() {
		t.Run(name, func(t *testing.T) {
			got := run("", args...)
			compare(t, name+".out", got.out)
			compare(t, name+".err", got.err)
		})
	}
}

// compare compares a text with its file; an empty text has none.
func compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if *update {
		var err error
		if got == "" {
			err = os.RemoveAll(file)
		} else {
			err = os.WriteFile(file, []byte(got), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("%s is updated: look at the difference, and run again without -update", file)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && got != "" {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}

// TestGoldenFilesAreUsed finds files of cases that are gone.
func TestGoldenFilesAreUsed(t *testing.T) {
	files, err := os.ReadDir("testdata/golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(strings.TrimSuffix(f.Name(), ".out"), ".err")
		if _, ok := goldenCases()[name]; !ok {
			t.Errorf("no case %q for testdata/golden/%s", name, f.Name())
		}
	}
}

func TestJSONOutputIsJSONOnly(t *testing.T) {
	for name, args := range map[string][]string{
		"validate":        {"validate", "-o", "json", "testdata/good"},
		"validate broken": {"validate", "-o", "json", "testdata/broken"},
		"render":          {"render", "-o", "json", "testdata/good"},
		"resolved":        {"render", "--what", "resolved", "-o", "json", "testdata/good"},
		"menu":            {"render", "--what", "menu", "-o", "json", "testdata/good"},
		"rules":           {"rules", "-o", "json"},
	} {
		var object map[string]any
		if err := json.Unmarshal([]byte(run("", args...).out), &object); err != nil || object["kind"] == "" {
			t.Errorf("%s: %v, kind %v", name, err, object["kind"])
		}
	}
	for name, stdin := range map[string]string{"nothing of ours": configMap, "part is unparsed": okCluster + "---\na: ["} {
		var object map[string]any
		if err := json.Unmarshal([]byte(run(stdin, "validate", "-o", "json", "-").out), &object); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
