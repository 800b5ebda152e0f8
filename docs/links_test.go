package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.+)$`)
	fenced  = regexp.MustCompile("(?s)```.*?\n```")
	dropped = regexp.MustCompile(`[^\p{L}\p{N} _-]+`)
	target  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// pages lists every page for people, relative to this folder.
func pages(t *testing.T) []string {
	t.Helper()
	all := []string{"../README.md", "../CHANGELOG.md", "../CONTRIBUTING.md"}
	for _, root := range []string{".", "../examples"} {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && (root == "." && filepath.Ext(name) == ".md" || filepath.Base(name) == "README.md") {
				all = append(all, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestLinksResolve(t *testing.T) {
	checked := 0
	for _, page := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(read(t, page), ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			checked++
			file, anchor, _ := strings.Cut(m[1], "#")
			path := page
			if file != "" {
				path = filepath.Join(filepath.Dir(page), file)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: link to %s: there is no such file", page, m[1])
			} else if anchor != "" && !anchors(read(t, path))[anchor] {
				t.Errorf("%s: link to %s: there is no such heading", page, m[1])
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d links found: the pages have more", checked)
	}
}

// anchors are the names that a repository's web page gives to headings.
func anchors(page string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		text := target.ReplaceAllString(m[1], "$1")
		text = dropped.ReplaceAllString(strings.ToLower(strings.TrimSpace(text)), "")
		all[strings.ReplaceAll(text, " ", "-")] = true
	}
	return all
}

func TestAnchors(t *testing.T) {
	got := anchors("# The `two` flags\n\n## [valkey.conf](x.md), and more\n\n```\n# no heading\n```\n")
	for _, want := range []string{"the-two-flags", "valkeyconf-and-more"} {
		if !got[want] {
			t.Errorf("anchor %s is missing from %v", want, got)
		}
	}
	if len(got) != 2 {
		t.Errorf("anchors %v, want two", got)
	}
}
