package report_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/check"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// rulesDir holds a good and a bad case of every rule that lint raises.
const rulesDir = "../../lib/lint/testdata/rules"

// judged are the reports of the files that the other packages test with, by
// file, and what the objects hold.
type judged struct {
	report  report.Report
	objects []*source.Object
}

func judgedReports(t *testing.T) map[string]judged {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(rulesDir, "*", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, "../cli/testdata/broken", "../cli/testdata/good", "../cli/testdata/changed")
	validator, err := schema.New()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]judged{}
	for _, file := range files {
		in := check.Input{}
		if before := filepath.Join(filepath.Dir(file), "before.yaml"); filepath.Base(file) == "bad.yaml" {
			if _, err := os.Stat(before); err == nil {
				in.Before = checkObjects(readSet(t, before))
			}
		}
		set := readSet(t, file)
		in.Objects, in.Raw = checkObjects(set), check.RawOf(set.Findings)
		_, rep := check.Run(in, validator, check.Options{Resolve: resolve.DefaultOptions(), External: lint.Error})
		all[file] = judged{rep, set.Objects}
	}
	if len(all) < 80 {
		t.Fatalf("%d reports: %s has more", len(all), rulesDir)
	}
	return all
}

func readSet(t *testing.T, file string) *source.Set {
	t.Helper()
	set, err := source.Read(source.Options{BaseDir: "../.."}, []string{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func checkObjects(set *source.Set) []check.Object {
	all := make([]check.Object, len(set.Objects))
	for i, o := range set.Objects {
		all[i] = check.FromSource(o)
	}
	return all
}

// rendered is the report in a format.
func rendered(t *testing.T, format string, r report.Report) []byte {
	t.Helper()
	out, err := report.Render(format, r, report.Options{Version: "v1.2.3", Verbose: true})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
