package images

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPause also stands for any static program: it is built by BuildGo.
func TestPause(t *testing.T) {
	a, err := Pause(t.Context(), t.TempDir(), t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	o := open(t, a)
	if diff := cmp.Diff([]string{PauseRef}, o.tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	want := runConfig{User: "65532:65532", Env: []string{"PATH=/"}, Entrypoint: []string{"/pause"}, WorkingDir: "/"}
	if diff := cmp.Diff(want, o.config.Config); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
	if same := openAll(t, a); len(same) != 1 || len(same[runtime.GOARCH].layer) != 1 {
		t.Errorf("the index names images for %d architectures, want this machine's", len(same))
	}
	if len(o.layer) != 1 || o.layer[0].header.Name != "pause" || o.layer[0].header.Mode != 0o755 {
		t.Fatalf("the image holds %d things, want the program alone", len(o.layer))
	}
	program, err := elf.NewFile(bytes.NewReader(o.layer[0].content))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range program.Progs {
		if part.Type == elf.PT_INTERP {
			t.Error("the program needs a loader, which the image lacks")
		}
	}
	again, err := Pause(t.Context(), t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	first, second := a, again
	first.Path, second.Path = "", ""
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("made twice, it differs (-first +second):\n%s", diff)
	}
}

func TestBuildGoFails(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module broken\n", "main.go": "package main\n\nfunc main() { nothing() }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := BuildGo(t.Context(), t.TempDir(), dir, "testbed.local/broken:1", nil)
	if err == nil || !bytes.Contains([]byte(err.Error()), []byte("undefined: nothing")) {
		t.Errorf("%v, want the compiler's words", err)
	}
}

func TestProgramName(t *testing.T) {
	cases := map[string]string{
		"testbed.local/valkey-menu:dev":              "valkey-menu",
		"registry.test:5000/group/valkey-operator:1": "valkey-operator",
	}
	for ref, want := range cases {
		if got := programName(ref); got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
}

// TestBuildVersion: the version is in the program, and each architecture has one of its own.
func TestBuildVersion(t *testing.T) {
	dir := t.TempDir()
	program := "package main\n\nvar version = \"unknown\"\n\nfunc main() { println(version) }\n"
	for name, text := range map[string]string{"go.mod": "module told\n\ngo 1.26.0\n", "main.go": program} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, err := BuildVersion(t.Context(), t.TempDir(), dir, "testbed.local/told:1", "v4711-dirty", []string{"amd64", "arm64"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	machines := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}
	all := openAll(t, a)
	for arch, want := range machines {
		layer := all[arch].layer
		if len(layer) != 1 || layer[0].header.Name != "told" || !bytes.Contains(layer[0].content, []byte("v4711-dirty")) {
			t.Fatalf("%s: the program does not know its version", arch)
		}
		program, err := elf.NewFile(bytes.NewReader(layer[0].content))
		if err != nil {
			t.Fatal(err)
		}
		if program.Machine != want {
			t.Errorf("the program for %s is for %s", arch, program.Machine)
		}
	}
	if len(all) != len(machines) {
		t.Errorf("the image is for %d architectures, want %d", len(all), len(machines))
	}
	if own := open(t, a).config.Architecture; own != runtime.GOARCH && machines[runtime.GOARCH] != 0 {
		t.Errorf("a reader of one architecture gets %s, want this machine's", own)
	}
}

func TestReference(t *testing.T) {
	cases := map[string]string{
		"valkey-operator:dev":          "docker.io/library/valkey-operator:dev",
		"team/valkey-operator:dev":     "docker.io/team/valkey-operator:dev",
		"registry.test/operator:1":     "registry.test/operator:1",
		"registry:5000/operator:1":     "registry:5000/operator:1",
		"localhost/valkey-operator:v1": "localhost/valkey-operator:v1",
	}
	for ref, want := range cases {
		if got := Reference(ref); got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
}
