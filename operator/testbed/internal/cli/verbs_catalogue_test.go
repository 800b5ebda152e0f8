package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestRecordCatalogueLooksBeforeItRecords: half a minute of work must not end at a folder that is not there.
func TestRecordCatalogueLooksBeforeItRecords(t *testing.T) {
	t.Setenv("TESTBED_STATE", t.TempDir())
	here := t.TempDir()
	for name, args := range map[string][]string{
		"directives": {"--conf", here + "/none", "--acl", here},
		"commands":   {"--conf", here, "--acl", here + "/none"},
	} {
		var stderr bytes.Buffer
		if code := Main(append([]string{"record-catalogue"}, args...), io.Discard, &stderr); code != 1 || !strings.Contains(stderr.String(), "/none") {
			t.Errorf("%s: exit code %d, want 1 and the folder: %s", name, code, stderr.String())
		}
	}
	if code := Main([]string{"record-catalogue", "x"}, io.Discard, io.Discard); code != 2 {
		t.Errorf("exit code %d for an argument too many, want 2", code)
	}
}
