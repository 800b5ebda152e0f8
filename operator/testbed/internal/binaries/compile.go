package binaries

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

// compile runs `go` in dir and turns its list of packages into a line each 200, so that a person sees it move. What
// is not a package name is an error text and is shown.
func compile(ctx context.Context, dir string, args []string, steps *progress.Steps) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	// CGO off: no C compiler is needed and the programs run on any release.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	output, err := cmd.StderrPipe()
	if err != nil {
		return fmt.Errorf("starting go: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting go (it must be in PATH): %w", err)
	}
	follow(output, steps)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("go %s: %w", args[0], err)
	}
	return nil
}

func follow(output io.Reader, steps *progress.Steps) {
	packages, downloads := 0, 0
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "go: downloading "):
			if downloads++; downloads%50 == 0 {
				steps.Note("%d modules downloaded", downloads)
			}
		case strings.ContainsAny(line, " #"):
			steps.Note("%s", line)
		default:
			if packages++; packages%200 == 0 {
				steps.Note("%d packages compiled", packages)
			}
		}
	}
}
