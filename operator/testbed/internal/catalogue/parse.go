package catalogue

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// sentinel is a directive that no server has. As the last line of a file it ends every server that took the lines
// before it, so that judging a line never starts one.
const sentinel = "no-such-directive-at-all x"

// badDirective is how a server refuses what it does not know.
const badDirective = "Bad directive or wrong number of arguments"

var refusalForm = regexp.MustCompile(`(?s)\*\*\* FATAL CONFIG FILE ERROR .*?at line (\d+)\n>>> '.*?\n(.*?)\n?$`)

// parsed is what the parser of configuration files said to a line.
type parsed struct {
	accepted bool
	refusal  string // why not, in the server's words
}

// parse gives one line to the server's parser.
func parse(ctx context.Context, program, line string) (parsed, error) {
	at, refusal, err := firstRefused(ctx, program, []string{line})
	return parsed{accepted: err == nil && at == 1, refusal: refusal}, err
}

// firstRefused gives lines to the server's parser. It returns the index of the first that it refuses and what it says, or
// the number of lines if it takes them all.
func firstRefused(ctx context.Context, program string, lines []string) (at int, refusal string, err error) {
	cmd, output := newProcess(ctx, program, os.TempDir(), "-")
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n" + sentinel + "\n")
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return 0, "", fmt.Errorf("parsing %q: %w", lines[0], ctx.Err())
	case err == nil:
		return 0, "", fmt.Errorf("parsing %q: the server ended without an error: %s", lines[0], output)
	}
	m := refusalForm.FindStringSubmatch(output.String())
	if m == nil {
		return 0, output.String(), nil // in another way, such as an included file that is not there
	}
	number, err := strconv.Atoi(m[1])
	if err != nil || number > len(lines) {
		return len(lines), "", err
	}
	return number - 1, m[2], nil
}
