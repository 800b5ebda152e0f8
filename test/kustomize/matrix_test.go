package kustomize

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/overlay"
)

// TestMatrix builds every row in every column.
func TestMatrix(t *testing.T) {
	for name, r := range rows() {
		for i, c := range columns {
			t.Run(name+"/"+string(c), func(t *testing.T) {
				t.Parallel()
				if got, want := cell(t, r, c), wants[name][i]; got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
	}
}

func TestEveryRowIsWanted(t *testing.T) {
	for name := range wants {
		if _, ok := rows()[name]; !ok {
			t.Errorf("no row %q", name)
		}
	}
}

// cell builds one row in one column, with the real kustomize and in this
// process, checks what has to hold in every cell, and says what came out.
func cell(t *testing.T, r row, c column) string {
	t.Helper()
	b := c.wired(t, r)
	dir := written(t, b.validated())
	got := kustomized(t, dir, "overlay")
	sameHere(t, dir, got)
	if got.exit != 0 {
		text, _, _ := strings.Cut(strings.TrimPrefix(got.stderr, "Error: "), " with the following")
		return "refused: " + text
	}
	if len(b.listed) == 0 {
		sameHere(t, written(t, b.plain()), got) // ValkeyValidate changes nothing
	}
	text, err := os.ReadFile(filepath.Join(dir, "overlay", "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	objects := parsed(t, got.stdout)
	what := outcome(objects)
	if compare(t, read(t, text), behind(t, got.stdout)) {
		what += ", doubted"
	}
	if r.shows != nil {
		what += "; " + r.shows(objects)
	}
	return what
}

// sameHere builds the overlay in this process and demands what the real program
// gave: its bytes, or its error.
func sameHere(t *testing.T, dir string, want result) {
	t.Helper()
	out, err := overlay.Build(overlay.Options{Dir: filepath.Join(dir, "overlay"), Program: ours(t)})
	switch {
	case err != nil && want.exit == 0:
		t.Errorf("the build in this process fails: %v", err)
	case err == nil && want.exit != 0:
		t.Errorf("the build in this process succeeds, the real one does not: %s", want.stderr)
	case err != nil:
		_, text, _ := strings.Cut(want.stderr, "Error: ") // reports of functions stand before it
		text, _, _ = strings.Cut(text, "nodes unequal")   // what follows quotes functionConfigs
		if text = strings.TrimSpace(text); text == "" || !strings.Contains(err.Error(), text) {
			t.Errorf("the build in this process fails with %q, the real one with %q", err, want.stderr)
		}
	case string(out) != want.stdout:
		t.Errorf("the build in this process differs (-real +here):\n%s", cmp.Diff(want.stdout, string(out)))
	}
}
