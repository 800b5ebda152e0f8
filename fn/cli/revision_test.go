package cli_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/cli/change"
)

func git(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// inRepository makes the current folder a repository with the fixture on main
// and the change of the menu's maxmemory on disk.
func inRepository(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/good")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	git(t, "init", "--quiet", "--initial-branch=main")
	git(t, "add", "--all")
	git(t, "commit", "--quiet", "-m", "x")
	text := strings.Replace(read(t, "menu/sizes.yaml"), "maxmemory: 1gb", "maxmemory: 1200mb", 1)
	if err := os.WriteFile("menu/sizes.yaml", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRevisions(t *testing.T) {
	inRepository(t)
	tests := map[string]struct {
		args []string
		exit int
		want string // in the output
	}{
		"diff":             {[]string{"diff", "git:main", "."}, 1, "from ValkeyConfig small, menu/sizes.yaml:12\n"},
		"diff of paths":    {[]string{"diff", "git:main:menu", "menu"}, 1, "ValkeyConfig small changed, menu/sizes.yaml:5: no cluster is in the input\n"},
		"diff to revision": {[]string{"diff", "--fail-on", "never", ".", "git:HEAD"}, 0, "from ValkeyConfig small, menu/sizes.yaml:12\n"},
		"diff of two":      {[]string{"diff", "git:main", "git:HEAD"}, 0, "2 clusters: 2 unchanged\n"},
		"validate":         {[]string{"validate", "-v", "git:main"}, 0, "git:main:menu/sizes.yaml:"},
		"validate a file":  {[]string{"validate", "--external", "ignore", "git:main:./menu/sizes.yaml"}, 0, "git:main:menu/sizes.yaml:"},
		"against":          {[]string{"validate", "--against", "git:main", "."}, 0, "menu/sizes.yaml:"},
		"render":           {[]string{"render", "--what", "conf", "--cluster", "sessions", "git:main"}, 0, "maxmemory 1gb\n"},
		"explain":          {[]string{"explain", "cluster", "sessions", "maxmemory", "-f", "git:main"}, 0, "ValkeyConfig small, git:main:menu/sizes.yaml:12:"},
		"unknown":          {[]string{"diff", "git:mian", "."}, 3, `git:mian: error: revision "mian" is unknown here (did you mean "main"?)`},
		"missing":          {[]string{"render", "git:main:men"}, 3, `git:main:men: error: no such file or directory in this revision (did you mean "menu"?)`},
		"an option":        {[]string{"validate", "git:--output=x"}, 2, "cannot start with -"},
		"against nothing":  {[]string{"validate", "--against", "git:", "."}, 2, "names no revision"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := run("", test.args...)
			if got.exit != test.exit || !strings.Contains(got.out+got.err, test.want) {
				t.Errorf("exit code %d, want %d and %q in:\n%s%s", got.exit, test.exit, test.want, got.out, got.err)
			}
		})
	}
}

// TestDiffOutputs writes all forms at once, and they are of the same change.
func TestDiffOutputs(t *testing.T) {
	inRepository(t)
	got := run("", "diff", "git:main", ".", "-o", "text", "-o", "json=report.json.txt", "-o", "markdown=comment.md")
	if got.exit != 1 || got.err != "" {
		t.Fatalf("exit code %d: %s", got.exit, got.err)
	}
	var r change.Report
	if err := json.Unmarshal([]byte(read(t, "report.json.txt")), &r); err != nil {
		t.Fatal(err)
	}
	if r.APIVersion != "fn.valkey.gomomento.com/v1alpha1" || r.Kind != "ChangeReport" || r.Base != "git:main" || r.Head != "." {
		t.Errorf("report %+v", r)
	}
	for form, text := range map[string]string{"text": got.out, "markdown": read(t, "comment.md")} {
		if !strings.Contains(text, "1200mb") || !strings.Contains(text, fmt.Sprintf("%d pods replaced", r.Summary.Costs.PodsReplaced)) {
			t.Errorf("%s does not hold the change:\n%s", form, text)
		}
	}
	for args, want := range map[string]string{
		"-o sarif":                `unknown format "sarif": known are text, json, markdown`,
		"-o markdwn=x":            `did you mean "markdown"?`,
		"-o text -o markdown":     "only one format can go to the standard output",
		"-o json=a -o markdown=a": "the file is given twice",
	} {
		got := run("", append([]string{"diff", "git:main", "."}, strings.Fields(args)...)...)
		if got.exit != 2 || !strings.Contains(got.err, want) {
			t.Errorf("%s: exit code %d, %q", args, got.exit, got.err)
		}
	}
}

// TestDiffRefuses: what hides the meaning of the menu blocks, and what is wrong
// with one cluster does not, unless BASE has the same fault.
func TestDiffRefuses(t *testing.T) {
	badMenu := strings.Replace(diffBase, "imageRef: v912", "imageRef: v912\n  imagRef: x", 1)
	badCluster := strings.Replace(diffBase, "shards: 3", "shards: -1", 1)
	worse := strings.Replace(badCluster, "replicasPerShard: 1", "replicasPerShard: -1", 1)
	tests := map[string]struct {
		base, head string
		exit       int
		out, err   string
	}{
		"the menu":               {diffBase, badMenu, 1, "", "VK002 ValkeyConfig root spec.imagRef"},
		"one cluster":            {diffBase, badCluster, 1, "team-a/cache: rejected\n", ""},
		"a cluster and the menu": {diffBase, strings.Replace(badMenu, "shards: 3", "shards: -1", 1), 1, "", "VK001 ValkeyCluster team-a/cache spec.shards"},
		"as bad as before":       {badCluster, badCluster, 1, "", "VK001 ValkeyCluster team-a/cache spec.shards"},
		"worse than before":      {badCluster, worse, 1, "  rejected: replicasPerShard\n", "BASE has 1 error: "},
		"mended":                 {badCluster, diffBase, 1, "team-a/cache: may roll\n", "BASE has 1 error: "},
		"a new one":              {strings.Replace(diffBase, cacheText, "", 1), badCluster, 1, "team-a/cache: rejected (new)\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "base.yaml")
			if err := os.WriteFile(file, []byte(test.base), 0o600); err != nil {
				t.Fatal(err)
			}
			got := run(test.head, "diff", file, "-")
			if got.exit != test.exit || !strings.Contains(got.out, test.out) || !strings.Contains(got.err, test.err) || test.out == "" && got.out != "" {
				t.Errorf("exit code %d, want %d:\n%s\n%s", got.exit, test.exit, got.out, got.err)
			}
		})
	}
}

// TestDiffOfAnything mutates texts: a change of nothing is empty, the order of
// documents decides nothing, and nothing is a fault of the program.
func TestDiffOfAnything(t *testing.T) {
	words := []string{"v912", "root", "standard", "large", "spare", "app", "cache", "team-a", "team-b", "3", "0", "2", "2Gi", "maxmemory", "hz", "metrics", "read", "nothing"}
	for seed := range uint64(15) {
		r := rand.New(rand.NewPCG(seed, 7))
		mutate := func() string {
			text := diffBase
			for range r.IntN(4) {
				from, to := words[r.IntN(len(words))], words[r.IntN(len(words))]
				if n := strings.Count(text, from); n > 0 {
					at := strings.Index(text, from)
					for range r.IntN(n) {
						at += len(from) + strings.Index(text[at+len(from):], from)
					}
					text = text[:at] + to + text[at+len(from):]
				}
			}
			return text
		}
		base, head := mutate(), mutate()
		first, got := diffJSON(t, base, head)
		documents := strings.Split(strings.TrimSuffix(head, "\n"), "\n---\n")
		r.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
		again, shuffled := diffJSON(t, base, strings.Join(documents, "\n---\n")+"\n")
		if got.exit > 1 || shuffled.exit != got.exit {
			t.Errorf("seed %d: exit codes %d and %d: %s", seed, got.exit, shuffled.exit, got.err)
		}
		if diff := cmp.Diff(withoutPlaces(first), withoutPlaces(again)); diff != "" {
			t.Errorf("seed %d: the order of documents matters:\n%s", seed, diff)
		}
		same, itself := diffJSON(t, head, head)
		if len(same.Clusters) > 0 || len(same.Menu) > 0 || itself.exit > 0 && itself.err == "" {
			t.Errorf("seed %d: a text differs from itself: %v %s", seed, lines(same), itself.err)
		}
	}
}

// withoutPlaces leaves out the name of the file and the lines, which move with
// the documents.
func withoutPlaces(r change.Report) change.Report {
	r.Base = ""
	for i := range r.Menu {
		r.Menu[i].Place = change.Place{}
	}
	for _, c := range r.Clusters {
		for _, one := range c.Changes {
			for _, v := range []*change.Value{one.Before, one.After} {
				if v != nil {
					v.Place = change.Place{}
				}
			}
		}
	}
	return r
}
