package cli_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPassthrough: standard output is the input, byte for byte, or nothing.
func TestPassthrough(t *testing.T) {
	input := "# a comment\n" + read(t, good(t)...) + "---\n" + configMap + "\n\n"
	got := run(input, "validate", "--passthrough", "-")
	if got.exit != 0 || got.out != input {
		t.Errorf("exit code %d; output differs (-want +got):\n%s", got.exit, cmp.Diff(input, got.out))
	}
	if !strings.Contains(got.err, "8 objects") {
		t.Errorf("no report on standard error: %q", got.err)
	}
	for name, bad := range map[string]string{"findings": read(t, "testdata/broken/all.yaml"), "unreadable": input + "---\na: ["} {
		if got := run(bad, "validate", "--passthrough", "-"); got.exit == 0 || got.out != "" {
			t.Errorf("%s: exit code %d and %d bytes passed on, want an error and none", name, got.exit, len(got.out))
		}
	}
	got = run(read(t, "testdata/broken/all.yaml"), "validate", "--passthrough", "--fail-level", "never", "-o", "json", "-")
	if got.exit != 0 || got.out != read(t, "testdata/broken/all.yaml") || !json.Valid([]byte(got.err)) {
		t.Errorf("with findings that do not fail: exit code %d, %d bytes, report %q", got.exit, len(got.out), got.err)
	}
	// A menu beside standard input is judged with it and not passed on.
	cluster := read(t, "testdata/good/clusters/cache.yaml")
	got = run(cluster, "validate", "--passthrough", "--external", "error", "-", "testdata/good/menu")
	if got.exit != 0 || got.out != cluster {
		t.Errorf("with a menu beside it: exit code %d, %q", got.exit, got.err)
	}
}

func TestReportFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")
	got := run("", "validate", "-o", "text", "-o", "json="+file, "testdata/broken")
	var report struct {
		Kind    string
		Summary struct{ Objects, Errors, Suppressed int }
		Results []struct {
			Rule, File string
			Suppressed bool
		}
	}
	if err := json.Unmarshal([]byte(read(t, file)), &report); err != nil {
		t.Fatal(err)
	}
	if got.exit != 1 || !strings.Contains(got.out, "VK011") {
		t.Errorf("exit code %d, text %q", got.exit, got.out)
	}
	if report.Kind != "ValidationReport" || report.Summary.Errors != 7 || report.Summary.Suppressed != 1 {
		t.Errorf("report %+v", report)
	}
	for _, r := range report.Results {
		if r.File != "testdata/broken/all.yaml" {
			t.Errorf("file %q, want it relative to the current folder", r.File)
		}
	}
	based := run("", "validate", "--base-dir", "testdata", "testdata/broken")
	if !strings.HasPrefix(based.out, "broken/all.yaml:") {
		t.Errorf("with a base folder: %q", based.out)
	}
}

// TestNoSecretIsShown: password hashes stand in users.acl, manifests and the
// menu itself, which are useless without them, and the passwords that somebody
// wrote into settings nowhere but in the menu.
func TestNoSecretIsShown(t *testing.T) {
	const secret = "hunter2-in-clear-text"
	menu := strings.Replace(read(t, good(t)...), `    PORT: "7000"`,
		"    PORT: \"7000\"\n    requirepass: "+secret+"\n    MasterAuth: "+secret+"\n    requirepas: "+secret, 1)
	changed := strings.Replace(strings.ReplaceAll(menu, secret, secret+"2"), "b2b2", "ffff", 1)
	hash := regexp.MustCompile(`[0-9a-f]{64}`)
	base := filepath.Join(t.TempDir(), "base.yaml")
	if err := os.WriteFile(base, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string][]string{
		"validate":       {"validate", "-v", "-"},
		"validate json":  {"validate", "-o", "json", "-"},
		"resolved":       {"render", "--what", "resolved", "-"},
		"cluster":        {"explain", "cluster", "cache", "-f", "-"},
		"requirepass":    {"explain", "cluster", "cache", "requirepass", "-f", "-"},
		"mistyped":       {"explain", "cluster", "cache", "requirepas", "-f", "-"},
		"primaryauth":    {"explain", "cluster", "cache", "primaryauth", "-f", "-"},
		"diff":           {"diff", base, "-"},
		"diff markdown":  {"diff", "-o", "markdown", base, "-"},
		"against itself": {"validate", "-v", "--against", base, "-"},
	}
	for name, args := range tests {
		got := run(menu, args...)
		all := got.out + got.err
		if len(all) < 100 {
			t.Errorf("%s: nothing is shown: %s", name, all)
		}
		// The revision of users.acl is a hash over hashes and tells nothing.
		all = regexp.MustCompile(`aclRevision: [0-9a-f]{64}`).ReplaceAllString(all, "")
		if strings.Contains(all, secret) {
			t.Errorf("%s: shows the password", name)
		}
		if found := hash.FindString(all); found != "" {
			t.Errorf("%s: shows the hash %s", name, found)
		}
	}
	for name, args := range map[string][]string{
		"conf": {"render", "--what", "conf", "-"}, "acl": {"render", "--what", "acl", "-"}, "manifests": {"render", "-"},
	} {
		got := run(menu, args...)
		if got.exit != 0 || len(got.out) < 100 {
			t.Fatalf("%s: exit code %d: %s", name, got.exit, got.err)
		}
		for line := range strings.Lines(got.out) {
			if strings.Contains(line, secret) && !strings.Contains(line, "requirepas ") && !strings.Contains(line, "requirepas:") {
				t.Errorf("%s: shows the password of a managed directive: %s", name, line)
			}
		}
		if hashes := strings.Contains(got.out, strings.Repeat("b2", 32)); hashes != (name != "conf") {
			t.Errorf("%s: holds the users' hashes: %v", name, hashes)
		}
	}
}

// TestNoControlCharacterReachesATerminal: names and values are in the author's
// hand, and reports are read on terminals.
func TestNoControlCharacterReachesATerminal(t *testing.T) {
	const evil = `\e[31m\u009b\u202e\t\u0007`
	input := strings.NewReplacer(
		"name: cache", `name: "cache`+evil+`"`, "namespace: team-a", `namespace: "team-a`+evil+`"`,
		"configRef: large", `configRef: "large`+evil+`"`, "maxmemory-policy: noeviction", `maxmemory-policy: "no`+evil+`"`,
		"io-threads", `"io`+evil+`"`, "pool: memory", `pool: "memory`+evil+`"`,
	).Replace(read(t, good(t)...))
	for _, args := range [][]string{
		{"validate", "-v", "-"}, {"render", "-"}, {"render", "--cluster", "a\x1b[31mb", "-"}, {"explain", "cluster", "c\x1b", "-f", "-"},
		{"explain", "cluster", "sessions", "-f", "-"}, {"explain", "a\x1bb"}, {"explain", "ValkeyCluster.\x1b"}, {"x\x1b"}, {"validate", "no\x1bfile"},
		{"validate", "--rule", "\x1b=off", "-"}, {"diff", "testdata/good", "-"}, {"diff", "-o", "markdown", "-", "testdata/good"},
	} {
		got := run(input, args...)
		for _, r := range strings.ReplaceAll(got.out+got.err, "\n", "") {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e {
				t.Errorf("%q prints %U raw: %q", args, r, got.out+got.err)
				break
			}
		}
	}
}

// TestValuesAreEscaped shows values that are valid for the API server.
func TestValuesAreEscaped(t *testing.T) {
	input := strings.NewReplacer("maxmemory-policy: noeviction", `maxmemory-policy: "no\e[31m\u202e\t"`,
		`example.com/scrape: "true"`, `example.com/scrape: "\e[31m"`).Replace(read(t, good(t)...))
	for name, args := range map[string][]string{
		"cluster":   {"explain", "cluster", "cache", "-f", "-"},
		"directive": {"explain", "cluster", "cache", "maxmemory-policy", "-f", "-"},
		"text":      {"diff", "testdata/good", "-"},
		"markdown":  {"diff", "-o", "markdown", "testdata/good", "-"},
	} {
		got := run(input, args...)
		if got.err != "" || !strings.Contains(got.out, `\x1b[31m`) || strings.ContainsAny(got.out, "\x1b\t\u202e") {
			t.Errorf("%s shows %q %q", name, got.out, got.err)
		}
	}
}

// TestOrderOfFilesDecidesNothing gives the files in any order, and as one
// stream in any order.
func TestOrderOfFilesDecidesNothing(t *testing.T) {
	commands := [][]string{
		{"validate", "-v"}, {"validate", "-o", "json"}, {"render"}, {"render", "--what", "menu"}, {"render", "--what", "resolved"},
		{"render", "--what", "conf"}, {"render", "--what", "acl"},
	}
	for _, command := range commands {
		names := append(good(t), "testdata/changed/clusters/new.yaml")
		want := run("", append(slices.Clone(command), names...)...)
		if want.exit != 0 || want.out == "" {
			t.Fatalf("%v: exit code %d: %s", command, want.exit, want.err)
		}
		for seed := range uint64(10) {
			rand.New(rand.NewPCG(seed, 1)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			if got := run("", append(slices.Clone(command), names...)...); got != want {
				t.Errorf("%v with seed %d differs (-want +got):\n%s", command, seed, cmp.Diff(want.out, got.out))
			}
		}
	}
}

// TestNoHalfOutput: a cluster that does not resolve keeps the others from being
// written, unless only others are asked for.
func TestNoHalfOutput(t *testing.T) {
	broken := strings.Replace(read(t, good(t)...), "configRef: small", "configRef: smal", 1)
	for _, what := range []string{"manifests", "resolved", "conf", "acl"} {
		got := run(broken, "render", "--what", what, "-")
		if got.exit != 1 || got.out != "" || !regexp.MustCompile(`stdin:\d+:\d+: error VK011 .*did you mean "small"`).MatchString(got.err) {
			t.Errorf("%s: exit code %d, %d bytes, %q", what, got.exit, len(got.out), got.err)
		}
		if one := run(broken, "render", "--what", what, "--cluster", "team-a/cache", "-"); one.exit != 0 || one.out == "" {
			t.Errorf("%s of the other: exit code %d: %s", what, one.exit, one.err)
		}
	}
	// What only shows while rendering has a place too.
	quotes := strings.Replace(read(t, good(t)...), "normal 0 0 0 ", `normal 0 0 0 \"`, 1)
	got := run(quotes, "render", "-")
	if got.exit != 1 || got.out != "" || !regexp.MustCompile(`^stdin:\d+:\d+: error: `).MatchString(got.err) {
		t.Errorf("unbalanced quotes: exit code %d, %d bytes, %q", got.exit, len(got.out), got.err)
	}
}

// TestSuppressionMakesNothingRenderable: the API server does not know of it.
func TestSuppressionMakesNothingRenderable(t *testing.T) {
	input := strings.NewReplacer("shards: 3", "shards: x",
		"  name: cache\n", "  name: cache\n  annotations: {valkey.gomomento.com/ignore-check.VK001: known}\n").Replace(read(t, good(t)...))
	if got := run(input, "validate", "-"); got.exit != 0 {
		t.Fatalf("not suppressed: %s", got.out)
	}
	if got := run(input, "render", "-"); got.exit != 1 || !strings.Contains(got.err, "error VK001") || !strings.Contains(got.err, "1 error") {
		t.Errorf("exit code %d, %q", got.exit, got.err)
	}
	generated := strings.Replace(read(t, good(t)...), "  name: cache\n", "  generateName: cache-\n", 1)
	if got := run(generated, "render", "-"); got.exit != 1 || !strings.Contains(got.err, "VK008") {
		t.Errorf("without a name: exit code %d, %q", got.exit, got.err)
	}
	// Findings that only judge are in nobody's way.
	large := strings.Replace(read(t, good(t)...), "maxmemory: 1gb", "maxmemory: 100gb", 1)
	if got := run(large, "validate", "-"); got.exit != 1 || !strings.Contains(got.out, "VK032") {
		t.Fatalf("exit code %d, %q", got.exit, got.out)
	}
	if got := run(large, "render", "-"); got.exit != 0 || got.out == "" {
		t.Errorf("with too much memory: exit code %d, %q", got.exit, got.err)
	}
}

// TestFailOn deletes a cluster, which is no roll and worse than one.
func TestFailOn(t *testing.T) {
	menu := read(t, "testdata/good/menu/images.yaml", "testdata/good/menu/roles.yaml", "testdata/good/menu/sizes.yaml",
		"testdata/good/clusters/sessions.yaml")
	inPlace := strings.Replace(read(t, good(t)...), `scrape: "true"`, `scrape: "false"`, 1)
	unused := read(t, good(t)...) + "---\n" + strings.Replace(read(t, "testdata/good/menu/images.yaml"), "name: v", "name: unused-v", 1)
	tests := map[string]struct {
		head string
		want map[string]int
	}{
		"a cluster deleted": {menu, map[string]int{"any": 1, "rolling": 1, "rejected": 0, "never": 0}},
		"an annotation":     {inPlace, map[string]int{"any": 1, "rolling": 0, "rejected": 0, "never": 0}},
		"an unused image":   {unused, map[string]int{"any": 1, "rolling": 0, "rejected": 0, "never": 0}},
		"nothing":           {read(t, good(t)...), map[string]int{"any": 0, "rolling": 0, "rejected": 0, "never": 0}},
		"a dangling configRef": {strings.Replace(read(t, good(t)...), "configRef: small", "configRef: none", 1),
			map[string]int{"any": 1, "rolling": 1, "rejected": 1, "never": 0}},
	}
	for name, test := range tests {
		for failOn, want := range test.want {
			if got := run(test.head, "diff", "--fail-on", failOn, "testdata/good", "-"); got.exit != want {
				t.Errorf("%s, --fail-on %s: exit code %d, want %d: %s%s", name, failOn, got.exit, want, got.out, got.err)
			}
		}
	}
}

func TestClusterWithoutNamespace(t *testing.T) {
	input := strings.Replace(read(t, good(t)...), "  namespace: team-b\n", "", 1)
	got := run(input, "render", "--what", "resolved", "--cluster", "sessions", "-")
	if got.exit != 0 || !strings.Contains(got.err, "has no namespace") {
		t.Errorf("exit code %d, %q", got.exit, got.err)
	}
	twice := read(t, good(t)...) + "---\n" + strings.Replace(read(t, "testdata/good/clusters/cache.yaml"), "team-a", "team-z", 1)
	got = run(twice, "render", "--cluster", "cache", "-")
	if got.exit != 2 || !strings.Contains(got.err, "team-a/cache, team-z/cache") {
		t.Errorf("a name in two namespaces: exit code %d, %q", got.exit, got.err)
	}
}

// TestRenderedMenuIsTheMenu: the normalised menu validates and resolves as the
// one that it was made from, and normalising it again changes nothing.
func TestRenderedMenuIsTheMenu(t *testing.T) {
	menu := run("", "render", "--what", "menu", "testdata/good").out
	again := run(menu, "render", "--what", "menu", "-")
	if again.exit != 0 || again.out != menu {
		t.Errorf("exit code %d; differs (-once +twice):\n%s", again.exit, cmp.Diff(menu, again.out))
	}
	want := run("", "render", "testdata/good").out
	got := run(menu, "render", "-", "testdata/good/clusters").out
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("manifests differ (-want +got):\n%s", diff)
	}
}

func TestRulesDocument(t *testing.T) {
	page := run("", "rules", "-o", "markdown").out
	text := run("", "rules").out
	ids := regexp.MustCompile(`(?m)^### (VK\d{3}) (\w+)$`).FindAllStringSubmatch(page, -1)
	if len(ids) < 50 {
		t.Fatalf("%d rules have a section", len(ids))
	}
	for _, id := range ids {
		if !strings.Contains(text, id[1]+"  "+id[2]) {
			t.Errorf("the list lacks %s %s", id[1], id[2])
		}
		if anchor := "(#" + strings.ToLower(id[1]+"-"+id[2]) + ")"; !strings.Contains(page, anchor) {
			t.Errorf("no link to %s", anchor)
		}
	}
	if strings.HasSuffix(page, "\n\n") || !strings.HasSuffix(page, "\n") {
		t.Error("the page does not end in one newline")
	}
}
