package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/report"
)

// TestAllReportsAtOnce writes every format to a file and one to standard output,
// and wants the same as from each alone.
func TestAllReportsAtOnce(t *testing.T) {
	dir := t.TempDir()
	args := []string{"validate", "-v", "-o", "text=-", "testdata/broken"}
	for _, format := range report.Formats() {
		args = append(args, "-o", format+"="+filepath.Join(dir, format))
	}
	got := run("", args...)
	if got.exit != 1 || got.err != "" {
		t.Errorf("exit code %d, standard error %q, want 1 and nothing", got.exit, got.err)
	}
	for _, format := range report.Formats() {
		alone := run("", "validate", "-v", "-o", format, "testdata/broken")
		if diff := cmp.Diff(alone.out, read(t, filepath.Join(dir, format))); diff != "" || alone.out == "" {
			t.Errorf("%s differs (-alone +file):\n%s", format, diff)
		}
		if format == report.FormatText && alone.out != got.out {
			t.Errorf("text on standard output: %q", got.out)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(report.Formats()) {
		t.Errorf("files %v (%v), want the reports alone", entries, err)
	}
}

func TestReportSaysWhoWroteItAndHowItEnded(t *testing.T) {
	if got := run("", "validate", "-o", "sarif", "testdata/good").out; !strings.Contains(got, `"semanticVersion": "1.2.3"`) {
		t.Errorf("no version in the log:\n%s", got)
	}
	for level, want := range map[string]string{"error": "passed", "warning": "failed", "never": "passed"} {
		got := run("", "validate", "--fail-level", level, "-o", "markdown", "testdata/good")
		if !strings.HasPrefix(got.out, "**valkey-menu: "+want+".**") || (got.exit == 1) != (want == "failed") {
			t.Errorf("fail level %s: exit code %d, report %q, want that it has %s", level, got.exit, got.out, want)
		}
	}
}

func TestOutputErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "report")
	tests := map[string]struct {
		outputs []string
		want    string
	}{
		"two streams":       {[]string{"text=-", "sarif"}, "only one format can go to the standard output"},
		"a folder":          {[]string{"sarif=" + dir}, "is a folder"},
		"no folder":         {[]string{"sarif=" + filepath.Join(dir, "none", "r")}, "no such file or directory as the folder"},
		"a file as folder":  {[]string{"sarif=outputs_test.go/r"}, "no such file or directory as the folder"},
		"a file twice":      {[]string{"text", "json=" + file, "junit=" + dir + "/./report"}, "the file is given twice"},
		"an unknown format": {[]string{"sarf"}, `unknown format "sarf" (did you mean "sarif"?)`},
		"one is wrong":      {[]string{"json=" + file, "markdwn"}, `(did you mean "markdown"?`},
	}
	for name, test := range tests {
		args := []string{"validate", "testdata/good"}
		for _, o := range test.outputs {
			args = append(args, "-o", o)
		}
		if got := run("", args...); got.exit != 2 || !strings.Contains(got.err, test.want) || got.out != "" {
			t.Errorf("%s: exit code %d, output %q, errors %q, want 2, nothing and %q", name, got.exit, got.out, got.err, test.want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("files %v (%v), want none: the arguments were wrong", entries, err)
	}
}

// A link leads to the file that is replaced, and stays one; what is no file is
// written to. A report that cannot be written does not keep the others back.
func TestReportsThroughLinksAndDevices(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "report"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("report", link); err != nil {
		t.Fatal(err)
	}
	got := run("", "validate", "-o", "json=/dev/full", "-o", "markdown="+link, "-o", "junit="+os.DevNull, "testdata/good")
	if got.exit != 4 || !strings.Contains(got.err, `writing the report to "/dev/full": `) {
		t.Errorf("exit code %d, errors %q, want 4 for the full device", got.exit, got.err)
	}
	if text := read(t, file); !strings.HasPrefix(text, "**valkey-menu: passed") {
		t.Errorf("the file holds %q", text)
	}
	for name, mode := range map[string]os.FileMode{link: os.ModeSymlink, os.DevNull: os.ModeDevice} {
		if info, err := os.Lstat(name); err != nil || info.Mode()&mode == 0 {
			t.Errorf("%s is no longer what it was: %v", name, err)
		}
	}
}
