package docs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A page that is run holds files and commands. A fenced block whose first line
// is "# file: NAME" writes that file. An indented or fenced block with lines
// "$ COMMAND" runs each in bash, one after the other in one folder; what follows
// up to the next one is what the command prints, standard error included. A line
// "..." stands for any lines, and "..." at the end of a line for its rest.

// step is a file to write or a command to run.
type step struct {
	line    int // of the page
	file    string
	command string
	text    []string // of the file, or what the command prints
}

// steps reads the files and commands of a page in their order.
func steps(page string) []step {
	var all []step
	fence, inFile, open := "", false, false
	for i, line := range strings.Split(page, "\n") {
		text, code := line, fence != ""
		switch {
		case fence != "" && strings.TrimSpace(line) == fence:
			fence, inFile, open = "", false, false
			continue
		case fence == "" && strings.HasPrefix(line, "```"):
			fence, open = "```", false
			continue
		case fence == "":
			text, code = strings.CutPrefix(line, "    ")
		}
		name, isFile := strings.CutPrefix(text, "# file: ")
		command, isCommand := strings.CutPrefix(text, "$ ")
		switch {
		case !code:
			open = false
		case inFile || open && !isCommand && !isFile:
			all[len(all)-1].text = append(all[len(all)-1].text, text)
		case isFile:
			all = append(all, step{line: i + 1, file: name})
			inFile, open = true, true
		case isCommand:
			all = append(all, step{line: i + 1, command: command})
			open = true
		}
	}
	return all
}

// shell runs commands one after the other: the folder and the last exit code
// outlast a command, variables do not.
type shell struct {
	top, dir string
	last     string
}

func (s *shell) run(t *testing.T, command string) string {
	t.Helper()
	state := filepath.Join(t.TempDir(), "state")
	script := fmt.Sprintf("cd %q; (exit %s)\n%s\nrc=$?; { pwd; echo $rc; } >%q", s.dir, s.last, command, state)
	cmd := exec.Command("bash", "-c", script)
	cmd.Env = append(os.Environ(), "HOME="+s.top, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("running %q: %v\n%s", command, err, out)
	}
	text, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	dir, last, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	s.dir, s.last = dir, last
	return string(out)
}

// runPage runs a page in a folder.
func runPage(t *testing.T, name, dir string) {
	t.Helper()
	all := steps(read(t, name))
	if len(all) == 0 {
		t.Fatalf("%s has neither files nor commands", name)
	}
	s := &shell{top: dir, dir: dir, last: "0"}
	for _, one := range all {
		if one.file != "" {
			place := filepath.Join(s.dir, filepath.FromSlash(one.file))
			if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(place, []byte(strings.Join(one.text, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got := s.run(t, one.command)
		want := strings.TrimSpace(strings.Join(one.text, "\n"))
		if !printed(want, strings.TrimSpace(got)) {
			t.Errorf("%s:%d: $ %s\nprints:\n%s\nand the page says:\n%s", name, one.line, one.command, got, want)
		}
	}
}

// printed compares what a command printed with what a page says.
func printed(want, got string) bool {
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for i, line := range strings.Split(want, "\n") {
		separator := `\n`
		if i == 0 {
			separator = ""
		}
		if line == "..." {
			if i == 0 {
				pattern.WriteString(`(?:.*\n)*?.*`)
			} else {
				pattern.WriteString(`(?:\n.*)*?`)
			}
			continue
		}
		start, cut := strings.CutSuffix(line, "...")
		pattern.WriteString(separator + regexp.QuoteMeta(strings.TrimRight(start, " ")))
		if cut {
			pattern.WriteString(`.*`)
		} else {
			pattern.WriteString(`[ ]*`)
		}
	}
	pattern.WriteString(`\z`)
	return regexp.MustCompile(pattern.String()).MatchString(got)
}

func TestStepsOfAPage(t *testing.T) {
	page := "text\n\n```yaml\n# file: a/b.yaml\nx: 1\n$ no command\n```\n\n    $ echo one\n    one\n    $ false\n\nmore\n\n```console\n$ echo $?\n1\n```\n"
	got := steps(page)
	want := []step{
		{line: 4, file: "a/b.yaml", text: []string{"x: 1", "$ no command"}},
		{line: 9, command: "echo one", text: []string{"one"}},
		{line: 11, command: "false"},
		{line: 16, command: "echo $?", text: []string{"1"}},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("steps %v, want %v", got, want)
	}
}

func TestOutputOfAPageMatches(t *testing.T) {
	cases := map[string]struct {
		want, got string
		matches   bool
	}{
		"the same":              {"a\nb", "a\nb", true},
		"another line":          {"a", "a\nb", false},
		"any lines between":     {"a\n...\nc", "a\nb\nb\nc", true},
		"any lines, but no end": {"a\n...\nc", "a\nb\nb", false},
		"any lines at the end":  {"a\n...", "a\nb\nb", true},
		"any lines at first":    {"...\nc", "a\nc", true},
		"a cut line":            {"a ...", "a and more", true},
		"a cut line, other":     {"b ...", "a and more", false},
		"a mark of a pattern":   {"a.c", "abc", false},
		"nothing":               {"", "a", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := printed(c.want, c.got); got != c.matches {
				t.Errorf("%q matches %q: %v", c.got, c.want, got)
			}
		})
	}
}
