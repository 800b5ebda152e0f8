package walls

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOperatorMarksItsWrites(t *testing.T) {
	sources, err := LoadSources(root, "./operator/...", nil)
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]bool{}
	for _, s := range sources {
		text[s.Path] = len(s.Files) > 0
	}
	if !text[Module+"/operator/internal/act"] || !text[Module+"/operator/internal/controller"] {
		t.Fatal("the rooms that write were not read")
	}
	report(t, CheckWrites(sources, OperatorWrites()))
}

// A write without a mark is found where it stands, behind another function, behind
// another write, and where it is only handed on.
func TestUnmarkedWriteIsFound(t *testing.T) {
	place, planted := "operator/internal/act/planted.go", "operator_writes.go"
	replaced := map[string]string{absolute(t, filepath.Join(root, place)): absolute(t, filepath.Join("testdata", "planted", planted))}
	sources, err := LoadSources(root, "./operator/internal/act", replaced, "-overlay", overlay(t, map[string]string{place: planted}))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range CheckWrites(sources, OperatorWrites()) {
		if v.Where != "operator/internal/act" {
			t.Errorf("found in %s", v.Where)
		}
		got = append(got, strings.TrimSuffix(v.Rule, " and does not say so to failpoint.Reached"))
	}
	want := []string{
		"act.plantedBare writes by way of client.Writer.Patch",
		"act.plantedHandedOn writes by way of (*valkeyconn.Conn).Forget",
		"act.plantedStatus writes by way of client.SubResourceWriter.Update",
		"act.plantedThrough writes by way of act.plantedOpen, client.Writer.Delete",
		"act.plantedTwice writes by way of client.Writer.Create",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
