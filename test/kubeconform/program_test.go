package kubeconform_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/jsonschema"
	"github.com/valkey-menu/valkey-menu/internal/programs"
)

func TestMain(m *testing.M) { os.Exit(programs.Main(m, "kubeconform")) }

const schemas = "../../schemas/" + jsonschema.Location

// verdict is what kubeconform says about one object.
type verdict struct {
	refused bool
	why     string
}

// conform runs kubeconform once over all objects, each in a file of its own, and
// returns the verdicts by name.
func conform(t *testing.T, objects map[string]map[string]any) map[string]verdict {
	t.Helper()
	dir := t.TempDir()
	names := map[string]string{} // file to name
	for name, object := range objects {
		file := filepath.Join(dir, fmt.Sprintf("%05d.json", len(names)))
		text, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		names[file] = name
	}
	verdicts := map[string]verdict{}
	for file, v := range run(t, dir) {
		verdicts[names[file]] = v
	}
	if len(verdicts) != len(objects) {
		t.Fatalf("%d verdicts on %d objects", len(verdicts), len(objects))
	}
	return verdicts
}

// run runs kubeconform over a file or folder and returns the verdicts by file. A
// kind without a schema is an error of kubeconform's, which counts as refused.
func run(t *testing.T, path string) map[string]verdict {
	t.Helper()
	cmd := exec.Command("kubeconform", "-strict", "-verbose", "-output", "json", "-schema-location", schemas, path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("kubeconform: %v\n%s", err, stderr.String())
	}
	var answer struct {
		Resources []struct{ Filename, Status, Msg string }
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatalf("reading the answer of kubeconform: %v\n%s%s", err, out, stderr.String())
	}
	verdicts := map[string]verdict{}
	for _, r := range answer.Resources {
		switch r.Status {
		case "statusValid":
			verdicts[r.Filename] = verdict{}
		case "statusInvalid", "statusError":
			verdicts[r.Filename] = verdict{true, r.Msg}
		default:
			t.Errorf("%s: kubeconform did not judge it: %s %s", r.Filename, r.Status, r.Msg)
		}
	}
	return verdicts
}
