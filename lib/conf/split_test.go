package conf_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestSplit(t *testing.T) {
	tests := map[string]struct {
		line string
		want []string
	}{
		"nothing":                    {"", []string{}},
		"white space only":           {" \t\v\f\r\n", []string{}},
		"words":                      {"  a  b\tc\r\n", []string{"a", "b", "c"}},
		"double quotes":              {`a "b c"`, []string{"a", "b c"}},
		"single quotes":              {`'b c' d`, []string{"b c", "d"}},
		"empty quotes":               {`"" ''`, []string{"", ""}},
		"escapes":                    {`"\n\r\t\b\a\\\"\q"`, []string{"\n\r\t\b\a\\\"q"}},
		"hexadecimal":                {`"\x41\xfF\x0"`, []string{"A\xffx0"}},
		"no escapes in single":       {`'\n\x41'`, []string{`\n\x41`}},
		"escaped single quote":       {`'it\'s'`, []string{"it's"}},
		"no escapes outside quotes":  {`\n\x41`, []string{`\n\x41`}},
		"quotes inside a word":       {`a"b c"d'e f'`, []string{"ab cde f"}},
		"vertical tab inside a word": {"a\vb", []string{"a\vb"}},
		"NUL ends the line":          {"a b\x00c", []string{"a", "b"}},
		"NUL first":                  {"a \x00c", []string{"a"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := conf.Split(tt.line)
			if err != nil {
				t.Fatalf("Split(%q): %v", tt.line, err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Split(%q) (-want +got):\n%s", tt.line, diff)
			}
		})
	}
}

func TestSplitUnbalanced(t *testing.T) {
	for _, line := range []string{`"`, `'`, `a "b`, `a 'b`, `"a\"`, `'a\'`, `it's`, "\"a\x00\""} {
		if got, err := conf.Split(line); !errors.Is(err, conf.ErrUnbalancedQuotes) {
			t.Errorf("Split(%q) = %q, %v, want ErrUnbalancedQuotes", line, got, err)
		}
	}
}

// TestSplitAgreesWithServer replays lines for ignore-warnings, a directive of one
// free text, that a Valkey 9.1.2 read: it answered with the value, refused the
// quotes or refused the number of arguments.
func TestSplitAgreesWithServer(t *testing.T) {
	raw, err := os.ReadFile("testdata/split-9.1.2.json")
	if err != nil {
		t.Fatal(err)
	}
	var records []struct {
		Line    string  `json:"line"`
		Value   *string `json:"value"`
		Refused string  `json:"refused"`
	}
	if err := json.Unmarshal(raw, &records); err != nil {
		t.Fatal(err)
	}
	if len(records) < 150 {
		t.Fatalf("got %d records, want at least 150", len(records))
	}
	for _, r := range records {
		args, err := conf.Split(r.Line)
		switch {
		case r.Value != nil:
			if want := []string{"ignore-warnings", *r.Value}; err != nil || !cmp.Equal(want, args) {
				t.Errorf("Split(%q) = %q, %v, want %q", r.Line, args, err, want)
			}
		case r.Refused == "Unbalanced quotes":
			if err == nil {
				t.Errorf("Split(%q) = %q, want an error", r.Line, args)
			}
		default:
			if err != nil || len(args) == 2 {
				t.Errorf("Split(%q) = %q, %v, want other than two words", r.Line, args, err)
			}
		}
	}
}
