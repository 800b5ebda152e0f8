package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// apiServer records requests and answers them with an empty object. It returns
// a kubeconfig for itself.
func apiServer(t *testing.T, requests *[]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		seen := r.Method + " " + r.URL.Path
		if r.Method == http.MethodPatch { // the body of a deletion is protobuf
			seen += " " + string(body)
		}
		*requests = append(*requests, seen)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "{}")
	}))
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "kubeconfig")
	text := fmt.Sprintf("apiVersion: v1\nkind: Config\ncurrent-context: x\n"+
		"clusters: [{name: x, cluster: {server: %q}}]\ncontexts: [{name: x, context: {cluster: x}}]\n", server.URL)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFaultsOnAnotherCluster: what needs only an API server works without the
// testbed, as its refusal promises on a machine that cannot run it.
func TestFaultsOnAnotherCluster(t *testing.T) {
	var requests []string
	kubeconfig := apiServer(t, &requests)
	t.Setenv("TESTBED_STATE", t.TempDir())
	for _, args := range [][]string{
		{"delete-pod", "--now", "--kubeconfig", kubeconfig, "a/b"},
		{"cordon", "--kubeconfig", kubeconfig, "n"},
		{"uncordon", "--kubeconfig", kubeconfig, "n"},
	} {
		var stderr bytes.Buffer
		if code := Main(args, io.Discard, &stderr); code != 0 {
			t.Errorf("%v: exit code %d: %s", args, code, stderr.String())
		}
	}
	want := []string{
		`DELETE /api/v1/namespaces/a/pods/b`,
		`PATCH /api/v1/nodes/n {"spec":{"unschedulable":true}}`,
		`PATCH /api/v1/nodes/n {"spec":{"unschedulable":false}}`,
	}
	if diff := cmp.Diff(want, requests); diff != "" {
		t.Errorf("requests differ (-want +got):\n%s", diff)
	}
}

func TestFaultsSayWhenTheTestbedIsDown(t *testing.T) {
	t.Setenv("TESTBED_STATE", t.TempDir())
	var stderr bytes.Buffer
	if code := Main([]string{"cordon", "n"}, io.Discard, &stderr); code != 1 {
		t.Errorf("exit code %d, want 1: %s", code, stderr.String())
	}
}
