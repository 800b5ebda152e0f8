package walls

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheckDependencyPage(t *testing.T) {
	const complete = "# Dependencies\n\n### example.com/a\nWhy: b. Considered: c. Licence: d.\n"
	const where = "docs/dependencies.md"
	tests := map[string]struct {
		direct []string
		page   string
		want   []Violation
	}{
		"complete":    {direct: []string{"example.com/a"}, page: complete},
		"no entry":    {direct: []string{"example.com/a", "example.com/b"}, page: complete, want: []Violation{{Where: where, Rule: "has no entry for example.com/b"}}},
		"stale entry": {page: complete, want: []Violation{{Where: where, Rule: "has an entry for example.com/a, which no go.mod asks for"}}},
		"incomplete": {
			direct: []string{"example.com/a"},
			page:   "### example.com/a\nWhy: b. Considered: c.\n",
			want:   []Violation{{Where: where, Rule: `the entry for example.com/a lacks "Licence:"`}},
		},
		"empty page": {direct: []string{"example.com/a"}, want: []Violation{{Where: where, Rule: "has no entry for example.com/a"}}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, CheckDependencyPage(tc.direct, tc.page)); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDirectLeavesOutIndirectRequirements(t *testing.T) {
	dir := t.TempDir()
	content := "module example.com/m\n\ngo 1.26\n\ntool example.com/t/cmd/x\n\n" +
		"require (\n\texample.com/a v1.0.0\n\texample.com/b v1.0.0 // indirect\n)\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Direct(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"example.com/a", "example.com/t/cmd/x"}, got); diff != "" {
		t.Errorf("direct dependencies (-want +got):\n%s", diff)
	}
}

func TestDirectReportsMissingModule(t *testing.T) {
	if direct, err := Direct(filepath.Join(t.TempDir(), "absent")); err == nil {
		t.Errorf("got %v and no error for a folder that is not there, want an error", direct)
	}
}
