package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// goBuild builds a package into the benchmark's own folder.
func goBuild(b *testing.B, dir, pkg string) string {
	b.Helper()
	out := filepath.Join(dir, filepath.Base(pkg))
	if filepath.Base(pkg) == "fn" {
		out = filepath.Join(dir, "valkey-menu")
	}
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("building %s: %v\n%s", pkg, err, text)
	}
	return out
}

// usage is what one process took.
type usage struct {
	wall   time.Duration
	peakMB float64
}

// runProcess runs a program to its end, in a folder and with a folder in front
// of PATH.
func runProcess(b *testing.B, dir, path, name string, args ...string) usage {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%s %v: %v\n%s", name, args, err, stderr.String())
	}
	u := usage{wall: time.Since(start)}
	if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.peakMB = float64(r.Maxrss) / 1024 // kilobytes on Linux
	}
	return u
}

// report prints medians: one slow run of a busy machine says little.
func report(b *testing.B, unit string, runs []usage) {
	b.Helper()
	walls, peaks := make([]float64, len(runs)), make([]float64, len(runs))
	for i, r := range runs {
		walls[i], peaks[i] = r.wall.Seconds(), r.peakMB
	}
	b.ReportMetric(median(walls), unit+"-s")
	b.ReportMetric(median(peaks), unit+"-peak-MB")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func replaceName(text, name string) string { return strings.ReplaceAll(text, "%NAME%", name) }
