package yamlnode_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

func TestParseErrorsHaveAPlace(t *testing.T) {
	cases := map[string]struct {
		in   string
		want yamlnode.SyntaxError
	}{
		"tab as indentation": {"a:\n  b: 1\n\tc: 2\n", yamlnode.SyntaxError{Line: 3, Column: 1}},
		"tab after spaces":   {"a:\n  b:\n   \tc: 2\n", yamlnode.SyntaxError{Line: 3, Column: 4}},
		"unknown anchor":     {"a: 1\nb: é *x\nc: [é, *nope]\n", yamlnode.SyntaxError{Line: 3, Column: 8}},
		"bad indentation":    {"a:\n    b: 1\n  c: 2\n", yamlnode.SyntaxError{Line: 3, Column: 3}},
		"text in a mapping":  {"a: 1\nb: 2\nfoo\nc: 3\n", yamlnode.SyntaxError{Line: 3, Column: 1}},
		"unclosed bracket":   {"a: 1\nb: [1,\n", yamlnode.SyntaxError{Line: 2, Column: 1}},
		"unclosed quote":     {"a: 1\nb: \"x\nc: d\n", yamlnode.SyntaxError{Line: 2, Column: 1}},
		"invalid utf-8":      {"a: 1\nbé: \xff\n", yamlnode.SyntaxError{Line: 2, Column: 5}},
		"utf-16":             {"\xff\xfea\x00", yamlnode.SyntaxError{Line: 1, Column: 1}},
		"nul":                {"a: 1\nb: \x00\n", yamlnode.SyntaxError{Line: 2, Column: 4}},
		"after a bom":        {"\xef\xbb\xbfa: \x01\n", yamlnode.SyntaxError{Line: 1, Column: 4}},
		"deep": {strings.Repeat("[", 2000) + strings.Repeat("]", 2000),
			yamlnode.SyntaxError{Line: 1, Column: yamlnode.MaxDepth + 1}},
		"directive": {"%YAML 9.9\n---\na: 1\n", yamlnode.SyntaxError{Line: 1, Column: 1}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := yamlnode.Parse([]byte(tc.in))
			var got *yamlnode.SyntaxError
			if !errors.As(err, &got) {
				t.Fatalf("Parse() = %v, want a SyntaxError", err)
			}
			if got.Message == "" || strings.Contains(got.Message, "line ") {
				t.Errorf("message %q", got.Message)
			}
			if got.Line != tc.want.Line || got.Column != tc.want.Column {
				t.Errorf("error at %v, want %d:%d", got, tc.want.Line, tc.want.Column)
			}
		})
	}
}

// In large input the place must be found with few passes over it.
func TestParseErrorInLargeInput(t *testing.T) {
	const n = 40_000
	cases := map[string]struct {
		tail string
		want string
	}{
		"tab":             {"\t- b: 1\n", "40002:1: found a tab character that violates indentation"},
		"bad indentation": {"  b: 1\n   c: 1\n", "40003:4: mapping values are not allowed in this context"},
		"bad dedent":      {"  b:\n      c: 1\n    d: 1\n- x\n", "40004:5: did not find expected key"},
		"unknown anchor":  {"- é\n- b: *nope\n- x\n", "40003:6: unknown anchor 'nope' referenced"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := yamlnode.Parse([]byte("items:\n" + strings.Repeat("- a: 1\n", n) + tc.tail + "- last: 1\n"))
			if err == nil || err.Error() != tc.want {
				t.Errorf("Parse() = %v, want %s", err, tc.want)
			}
		})
	}
}

func TestParseDocuments(t *testing.T) {
	cases := map[string]struct {
		in   string
		want []int // line of each document's root
	}{
		"empty":             {"", nil},
		"only comments":     {"# a\n---\n# b\n", nil},
		"bom":               {"\xef\xbb\xbfa: 1\n", []int{1}},
		"absolute lines":    {"# c\na: 1\n---\n# x\nb: 2\n---\nc: 3\n", []int{2, 5, 7}},
		"empty in between":  {"a: 1\n---\n---\nb: 2\n---\n", []int{1, 4}},
		"null is a content": {"--- null\n---\n~\n", []int{1, 3}},
		"crlf":              {"a: 1\r\n---\r\nb: 2\r\n", []int{1, 3}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			docs, err := yamlnode.Parse([]byte(tc.in))
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, d := range docs {
				got = append(got, d.Content[0].Line)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLines(t *testing.T) {
	text := "\xef\xbb\xbfaé b\r\nc\rd\u0085e\u2028f\u2029\n"
	lines := yamlnode.NewLines([]byte(text))
	var got []string
	for i := 1; i <= lines.Count(); i++ {
		got = append(got, lines.Text(i))
	}
	if diff := cmp.Diff([]string{"aé b", "c", "d", "e", "f", "", ""}, got); diff != "" {
		t.Fatal(diff)
	}
	for offset := range text {
		if offset < 3 {
			continue
		}
		line, column := lines.Position(offset)
		if back := lines.Offset(line, column); back != offset {
			t.Errorf("offset %d is %d:%d, which is offset %d", offset, line, column, back)
		}
	}
	if got := lines.Offset(1, 99); got != lines.Start(2) {
		t.Errorf("column past the end of line 1 gives %d", got)
	}
	if got := lines.Start(99); got != len(text) {
		t.Errorf("line past the end starts at %d, want %d", got, len(text))
	}
}
