//go:build e2e

package e2e

import (
	"context"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/valkey-menu/valkey-menu/internal/programs"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// A page of docs/operator that is run holds fenced blocks. One whose first line is
// "# file: NAME" or "// file: NAME" is that file, one of the language sh is
// commands, and a text block behind it is all that these print. There "..." stands
// for anything within a line, a line "..." for any lines, and blanks count as one.

// part is a page, or what of it is run at that point of the story.
type part struct {
	page         string
	from, before string // headings; empty is the start, and the end
	inRepository bool
}

// story is the order in which somebody would follow the pages.
func story() []part {
	return []part{
		{page: "install.md", before: "## Remove", inRepository: true},
		{page: "quick-start.md", before: "## Delete it"},
		{page: "images-and-configs.md"}, {page: "tenancy.md"}, {page: "forced-settings.md"}, {page: "acls.md"},
		{page: "connecting.md"}, {page: "monitoring.md"}, {page: "logging.md"}, {page: "migrate.md"},
		{page: "configuration.md"}, {page: "maintenance.md"}, {page: "upgrade.md", inRepository: true}, {page: "security.md"},
		{page: "valkey-upgrades.md", from: "## What runs"}, {page: "../failure-modes.md"},
		{page: "quick-start.md", from: "## Delete it"},
		{page: "install.md", from: "## Remove", inRepository: true},
	}
}

// TestDocs follows the pages from the installation of the operator as a pod to
// its removal.
func TestDocs(t *testing.T) {
	nobodyElse(t)
	must(testbed("operator", "stop"))
	t.Cleanup(func() { restore(t) })
	must(testbed("operator", "uninstall"))
	r := newReader(t)
	for _, p := range story() {
		if !full && p.page != "install.md" && p.page != "quick-start.md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(r.root, "docs", "operator", p.page))
		if err != nil {
			t.Fatal(err)
		}
		dir := r.dir
		if p.inRepository {
			dir = r.root
		}
		all := blocks(excerpt(t, string(text), p))
		if len(all) == 0 {
			t.Errorf("%s has nothing to run %s", p.page, p.from)
		}
		for _, b := range all {
			r.follow(t, p.page, dir, b)
		}
	}
}

// nobodyElse refuses a testbed on which somebody keeps a cluster: the last page
// removes all of them, and the menu. Those of earlier tests are on their way out.
func nobodyElse(t *testing.T) {
	t.Helper()
	eventually(t, patience, "there is no ValkeyCluster that would be removed", func() error {
		var list v1alpha1.ValkeyClusterList
		if err := bed.client.List(t.Context(), &list); err != nil {
			return err
		}
		if len(list.Items) > 0 {
			return fmt.Errorf("%s/%s is there", list.Items[0].Namespace, list.Items[0].Name)
		}
		return nil
	})
}

// restore brings back the operator as a process and the CRDs, as the other tests
// need them.
func restore(t *testing.T) {
	t.Helper()
	if t.Failed() {
		out, err := exec.Command(bed.testbed, "kubectl", "-n", "valkey-operator", "logs", "--tail=60", "deployment/valkey-operator").CombinedOutput()
		t.Logf("the log of the operator's pod ends with (%v):\n%s", err, out)
	}
	if _, err := testbed("operator", "uninstall", "--crds"); err != nil {
		t.Error(err)
	}
	for _, file := range crds() {
		must(testbed("kubectl", "apply", "--server-side", "--force-conflicts", "-f", file))
	}
	startOperator(t)
}

func excerpt(t *testing.T, text string, p part) string {
	t.Helper()
	for _, heading := range []string{p.from, p.before} {
		if !strings.Contains(text, "\n"+heading) {
			t.Fatalf("%s has no heading %q", p.page, heading)
		}
	}
	if p.from != "" {
		_, text, _ = strings.Cut(text, "\n"+p.from+"\n")
	}
	if p.before != "" {
		text, _, _ = strings.Cut(text, "\n"+p.before+"\n")
	}
	return text
}

// block is a file to write, or commands to run and what they print.
type block struct{ file, text, prints string }

var (
	fence    = regexp.MustCompile("(?s)\n```(\\w+)\n(.*?)\n```\n")
	fileLine = regexp.MustCompile(`^(?:#|//) file: (\S+)\n`)
	blanks   = regexp.MustCompile(`[ \t]+`)
)

func blocks(text string) []block {
	var all []block
	commands := false // whether the block before was commands
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		language, body := m[1], m[2]+"\n"
		name := fileLine.FindStringSubmatch(body)
		switch {
		case name != nil:
			all = append(all, block{file: name[1], text: strings.TrimPrefix(body, name[0])})
		case language == "sh":
			all = append(all, block{text: body})
		case language == "text" && commands:
			all[len(all)-1].prints = body
		}
		commands = language == "sh"
	}
	return all
}

// reader follows pages with the programs that they name on PATH. What a block
// exports and where its files are outlasts it.
type reader struct{ root, dir, tools, exports string }

func newReader(t *testing.T) *reader {
	t.Helper()
	root, err := programs.Root()
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{root: root, dir: t.TempDir(), tools: t.TempDir()}
	r.exports = filepath.Join(r.tools, "exports.sh")
	if err := programs.Install(r.tools, "kustomize"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"kubectl":    "#!/bin/sh\nexec '" + bed.testbed + "' kubectl \"$@\"\n",
		"valkey-cli": "#!/bin/sh\nexec '" + bed.cli + "' \"$@\"\n",
		"exports.sh": "",
	} {
		if err := os.WriteFile(filepath.Join(r.tools, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func (r *reader) follow(t *testing.T, page, dir string, b block) {
	t.Helper()
	if b.file != "" {
		place := filepath.Join(dir, filepath.FromSlash(b.file))
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(place, []byte(b.text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	start := time.Now()
	got := r.run(t, page, dir, b.text)
	t.Logf("%s, %s: %s", page, time.Since(start).Round(time.Second), strings.TrimSpace(b.text))
	if b.prints != "" && !printed(b.prints, got) {
		t.Errorf("%s:\n%s\nprints:\n%s\nand the page says:\n%s", page, b.text, got, b.prints)
	}
	if strings.Contains(b.text, "make image") {
		// How an image comes to the hosts is different everywhere, and so not on the page.
		archive := filepath.Join(r.root, "bin", "valkey-operator-image.tar")
		if got, want := machines(t, archive), []elf.Machine{elf.EM_X86_64, elf.EM_AARCH64}; !slices.Equal(got, want) {
			t.Errorf("make image makes programs for %v, want %v", got, want)
		}
		must(testbed("load-image", archive))
	}
}

// run runs the commands of a block and returns all that they print. The first
// that fails ends the test.
func (r *reader) run(t *testing.T, page, dir, commands string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // programs for two architectures
	defer cancel()
	script := fmt.Sprintf("set -eu\n. '%s'\ncd '%s'\n%s\nexport -p >'%s'\n", r.exports, dir, commands, r.exports)
	command := exec.CommandContext(ctx, "bash", "-c", script)
	command.Env = append(os.Environ(), "PATH="+r.tools+":"+os.Getenv("PATH"), "LC_ALL=C")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s\nprinted:\n%s", page, err, commands, out)
	}
	return string(out)
}

// printed compares what commands printed with what a page says.
func printed(want, got string) bool {
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for line := range strings.Lines(want) {
		line = blanks.ReplaceAllString(strings.TrimRight(line, " \t\n"), " ")
		if line == "..." {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		for i, piece := range strings.Split(line, "...") {
			if i > 0 {
				pattern.WriteString(`.*`)
			}
			pattern.WriteString(regexp.QuoteMeta(piece))
		}
		pattern.WriteString(` ?\n`)
	}
	pattern.WriteString(`\z`)
	got = blanks.ReplaceAllString(strings.TrimRight(got, "\n")+"\n", " ")
	return regexp.MustCompile(pattern.String()).MatchString(got)
}
