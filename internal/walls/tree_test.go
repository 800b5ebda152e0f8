package walls

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestCheckTree(t *testing.T) {
	const noDoc = "a package says in doc.go what it does and what it may not do"
	file := func(lines int) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Repeat("\n", lines))}
	}
	tests := map[string]struct {
		tree fstest.MapFS
		want []Violation
	}{
		"a tidy tree": {
			tree: fstest.MapFS{
				"lib/menu/doc.go":              file(3),
				"lib/menu/index.go":            file(MaxLines),
				"lib/menu/index_test.go":       file(MaxLines + 1),
				"lib/menu/zz_generated.x.go":   file(MaxLines + 1),
				"lib/menu/testdata/planted.go": file(MaxLines + 1),
				"fn/main.go":                   file(9),
				"operator/testbed/dns/main.go": file(9),
				"bin/cache/x.go":               file(MaxLines + 1),
				".cache/lib/x.go":              file(MaxLines + 1),
			},
		},
		"a file that outgrew one idea": {
			tree: fstest.MapFS{"operator/main.go": file(MaxLines + 1)},
			want: []Violation{{Where: "operator/main.go", Rule: "351 lines, more than 350: it holds more than one idea"}},
		},
		"Go in lib itself": {
			tree: fstest.MapFS{"lib/lib.go": file(1), "lib/lib_test.go": file(1)},
			want: []Violation{
				{Where: "lib/lib.go", Rule: "lib has no Go file of its own: each line belongs in a room"},
				{Where: "lib/lib_test.go", Rule: "lib has no Go file of its own: each line belongs in a room"},
			},
		},
		"packages without a doc.go": {
			tree: fstest.MapFS{
				"lib/conf/doc.go":         file(1),
				"lib/conf/render/line.go": file(1),
				"fn/krm/process.go":       file(1),
				"fn/only/tests_test.go":   file(1),
			},
			want: []Violation{{Where: "fn/krm", Rule: noDoc}, {Where: "lib/conf/render", Rule: noDoc}},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := CheckTree(tc.tree)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckTreeReportsUnreadableTree(t *testing.T) {
	_, err := CheckTree(unreadable{fstest.MapFS{"lib/menu/doc.go": {}}})
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got error %v, want %v", err, fs.ErrPermission)
	}
}

// unreadable is a tree whose files can be seen but not read.
type unreadable struct{ fstest.MapFS }

func (unreadable) ReadFile(string) ([]byte, error) { return nil, fs.ErrPermission }
