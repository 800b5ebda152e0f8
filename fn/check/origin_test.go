package check

import "testing"

func TestOrigin(t *testing.T) {
	cases := map[string]string{
		"path: ../base/menu.yaml\n":                               "../base/menu.yaml",
		"configuredIn: menu.yaml\nconfiguredBy: {kind: Menu}\n":   "menu.yaml",
		"repo: https://example.com/x\nref: v1\npath: menu.yaml\n": "menu.yaml",
		"":        "",
		"path: [": "",
		"path: 1": "1",
		"- path":  "",
	}
	for text, want := range cases {
		if got := Origin(text); got != want {
			t.Errorf("Origin(%q) = %q, want %q", text, got, want)
		}
	}
}
