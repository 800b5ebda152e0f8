package conf_test

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

func TestQuote(t *testing.T) {
	tests := map[string]struct{ arg, want string }{
		"bare word":             {"allkeys-lru", `allkeys-lru`},
		"bare punctuation":      {"*-::{}()[]|&;$%!@/=,+~^", `*-::{}()[]|&;$%!@/=,+~^`},
		"empty":                 {"", `""`},
		"space":                 {"my log.txt", `"my log.txt"`},
		"double quote":          {`a"b`, `"a\"b"`},
		"backslash":             {`a\b`, `"a\\b"`},
		"single quote":          {"it's", `"it's"`},
		"comment sign first":    {"#x", `"#x"`},
		"comment sign later":    {"x#", `x#`},
		"named escapes":         {"\n\r\t\a\b", `"\n\r\t\a\b"`},
		"other control":         {"\v\x00\x1b\x7f", `"\x0b\x00\x1b\x7f"`},
		"each byte of UTF-8":    {"é", `"\xc3\xa9"`},
		"invalid UTF-8":         {"\xff", `"\xff"`},
		"looks like an escape":  {`\x41`, `"\\x41"`},
		"everything in one":     {`abc" def\#ghi`, `"abc\" def\\#ghi"`},
		"already in quotes":     {`"a b"`, `"\"a b\""`},
		"space at the end only": {"a ", `"a "`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := conf.Quote(tt.arg); got != tt.want {
				t.Errorf("Quote(%q) = %s, want %s", tt.arg, got, tt.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	tests := map[string]struct {
		name string
		args []string
		want string
	}{
		"one argument":   {"maxmemory", []string{"2gb"}, `maxmemory 2gb`},
		"empty argument": {"save", []string{""}, `save ""`},
		"no argument":    {"save", nil, `save`},
		"several":        {"bind", []string{"*", "-::*"}, `bind * -::*`},
		"quoted name":    {`po rt`, []string{"1"}, `"po rt" 1`},
		"comment name":   {"#port", []string{"1"}, `"#port" 1`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := conf.Line(tt.name, tt.args); got != tt.want {
				t.Errorf("Line = %s, want %s", got, tt.want)
			}
		})
	}
}

// randomWord favours the bytes that the splitting rules give a meaning to.
func randomWord(r *rand.Rand) string {
	const special = "\"\"''\\\\ \t\n\r\v\f\a\b\x00xnrtab09afAF#"
	b := make([]byte, r.Intn(12))
	for i := range b {
		if r.Intn(2) == 0 {
			b[i] = special[r.Intn(len(special))]
			continue
		}
		b[i] = byte(r.Intn(256))
	}
	return string(b)
}

func TestLineSplitsBackToItsArguments(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 20_000 {
		want := []string{randomWord(r)}
		for range r.Intn(5) {
			want = append(want, randomWord(r))
		}
		line := conf.Line(want[0], want[1:])
		if strings.ContainsAny(line, "\n\r\x00") {
			t.Fatalf("Line(%q) holds a line end or a NUL: %q", want, line)
		}
		got, err := conf.Split(line)
		if err != nil {
			t.Fatalf("Split(%q): %v", line, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("Split(%q) (-want +got):\n%s", line, diff)
		}
	}
}

func FuzzQuoteRoundTrip(f *testing.F) {
	for _, seed := range []string{"", "a", "a b", "it's", `a"b\`, "\x00\n\xff", "#", `\x4`} {
		f.Add(seed, "x")
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		want := []string{first, second}
		line := conf.Quote(first) + " " + conf.Quote(second)
		got, err := conf.Split(line)
		if err != nil || !cmp.Equal(want, got) {
			t.Errorf("Split(%q) = %q, %v, want %q", line, got, err, want)
		}
	})
}

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"", " ", `a "b c" 'd'`, `"`, `'\'`, `a"b"c`, `"\x4"`, "\v a\v", "a\x00b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		want, err := conf.Split(line)
		if err != nil {
			if !errors.Is(err, conf.ErrUnbalancedQuotes) || want != nil {
				t.Fatalf("Split(%q) = %q, %v, want nil and ErrUnbalancedQuotes", line, want, err)
			}
			return
		}
		if len(want) == 0 {
			return
		}
		got, err := conf.Split(conf.Line(want[0], want[1:]))
		if err != nil || !cmp.Equal(want, got) {
			t.Errorf("quoting and splitting %q again = %q, %v", want, got, err)
		}
	})
}
