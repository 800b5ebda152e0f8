package catalogue

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeServer is a program that ends with a text as a server does with a bad file.
func fakeServer(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "server")
	script := "#!/bin/sh\nwhile read -r line; do :; done\necho '" + strings.ReplaceAll(text, "'", `'\''`) + "'\nexit 1\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

const fatal = "\n*** FATAL CONFIG FILE ERROR (Version 9.1.2) ***\nReading the configuration file, at line "

func TestParse(t *testing.T) {
	tests := map[string]struct {
		output string
		want   parsed
	}{
		"taken":         {fatal + "2\n>>> '" + sentinel + "'\n" + badDirective, parsed{accepted: true}},
		"refused":       {fatal + "1\n>>> 'hz x'\nargument couldn't be parsed into an integer", parsed{refusal: saysInteger}},
		"in two lines":  {fatal + "1\n>>> 'a b'\nfirst\nsecond", parsed{refusal: "first\nsecond"}},
		"quotes inside": {fatal + "1\n>>> 'a 'b''\nno", parsed{refusal: "no"}},
		"another way":   {"Fatal error, can't open config file 'x'", parsed{refusal: "Fatal error, can't open config file 'x'\n"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := parse(t.Context(), fakeServer(t, tt.output), "hz x")
			if err != nil || got != tt.want {
				t.Errorf("got %+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
}

func TestFirstRefused(t *testing.T) {
	for at, want := range map[string]int{"1": 0, "3": 2, "4": 3} {
		got, _, err := firstRefused(t.Context(), fakeServer(t, fatal+at+"\n>>> 'x'\nno"), []string{"a", "b", "c"})
		if err != nil || got != want {
			t.Errorf("line %s: index %d, %v, want %d", at, got, err, want)
		}
	}
}

func TestStartTellsWhyAServerEnded(t *testing.T) {
	s, why, err := start(t.Context(), fakeServer(t, "no memory"))
	if s != nil || err == nil || !strings.Contains(why, "no memory") {
		t.Errorf("%v, %q, %v, want an error and what the server said", s, why, err)
	}
}
