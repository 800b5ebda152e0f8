//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unrun are the commands in the text of a page that no test runs, and why.
func unrun() map[string]string {
	return map[string]string{
		"kubectl -n valkey-operator scale deployment valkey-operator --replicas=0": "it is for the operator of another system",
		"kubectl -n team-search describe valkeycluster cache":                      "it only reads, for a case that the story does not have",
	}
}

var (
	indented = regexp.MustCompile("(?m)^(?: {4}|\t)(?:\\$ )?(?:kubectl|valkey-cli|valkey-menu|make|docker|ctr|helm) .*$")
	inText   = regexp.MustCompile("`((?:kubectl|valkey-cli) -[^`]*)`")
)

// TestEveryPageIsFollowed: each block of commands on a page has its place in the
// story, and there are no commands outside of blocks but those that are listed.
func TestEveryPageIsFollowed(t *testing.T) {
	folder := filepath.Join("..", "..", "docs", "operator")
	pages, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil || len(pages) < 15 {
		t.Fatalf("%d pages (%v): there are more", len(pages), err)
	}
	left := unrun()
	for _, name := range append(pages, filepath.Join(folder, "..", "failure-modes.md")) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		page, err := filepath.Rel(folder, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, lost := range notFollowed(t, filepath.ToSlash(page), string(text)) {
			t.Errorf("nobody runs these commands of %s:\n%s", page, lost)
		}
		for _, line := range indented.FindAllString(string(text), -1) {
			t.Errorf("%s has a command that is in no block of the language sh: %s", page, line)
		}
		for _, m := range inText.FindAllStringSubmatch(string(text), -1) {
			if unrun()[m[1]] == "" {
				t.Errorf("%s has a command in its text that nobody runs: %s", page, m[1])
			}
			delete(left, m[1])
		}
	}
	for command := range left {
		t.Errorf("no page has the command %q any more", command)
	}
}

// notFollowed are the blocks of commands of a page that no part of the story has.
func notFollowed(t *testing.T, page, text string) []string {
	t.Helper()
	missing := map[string]bool{}
	var order []string
	for _, b := range blocks(text) {
		if b.file == "" {
			missing[b.text] = true
			order = append(order, b.text)
		}
	}
	for _, p := range story() {
		if p.page != page {
			continue
		}
		for _, b := range blocks(excerpt(t, text, p)) {
			delete(missing, b.text)
		}
	}
	var lost []string
	for _, b := range order {
		if missing[b] {
			lost = append(lost, strings.TrimSpace(b))
		}
	}
	return lost
}
