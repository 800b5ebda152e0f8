//go:build e2e

package valkeyserver

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

func TestEveryVersionRuns(t *testing.T) {
	l, err := layout.FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	for version := range sets() {
		t.Run(version, func(t *testing.T) {
			programs, err := Get(t.Context(), l.Cache, version, t.Logf)
			if err != nil {
				t.Fatal(err)
			}
			for program, want := range map[string]string{
				programs.Server: "Valkey server v=" + version + " ",
				programs.CLI:    "valkey-cli " + version + "\n",
			} {
				cmd := exec.Command(program, "--version")
				cmd.Dir = t.TempDir()
				out, err := cmd.CombinedOutput()
				if err != nil || !strings.HasPrefix(string(out), want) {
					t.Errorf("%s --version: %q, %v; want %q", program, out, err, want)
				}
			}
		})
	}
}
