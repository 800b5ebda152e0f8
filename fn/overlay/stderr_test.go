package overlay

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

func TestStderrIsCaptured(t *testing.T) {
	former := os.Stderr
	dir := written(t, tree().with(files{"o/menu.yaml": ours("ValkeyMenu", "{}")}))
	for name, o := range map[string]Options{
		"on disk":   {Dir: dir + "/o"},
		"elsewhere": {Dir: "o", FileSystem: mapFS(tree().with(files{"o/menu.yaml": ours("ValkeyMenu", "{}")}))},
	} {
		var got strings.Builder
		o.Stderr = &got
		_, _ = Build(o)
		if !strings.Contains(got.String(), "describes nothing") || !strings.Contains(got.String(), " objects: ") {
			t.Errorf("%s: captured %q, want the words of both functions", name, got.String())
		}
		if os.Stderr != former {
			t.Fatalf("%s: the standard error is not what it was", name)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestStderrIsRestored(t *testing.T) {
	former := os.Stderr
	more := strings.Repeat("x", 1<<20) // than a pipe holds
	tests := map[string]func() ([]byte, error){
		"success": func() ([]byte, error) { return nil, nil },
		"failure": func() ([]byte, error) { return nil, errors.New("x") },
		"a panic": func() ([]byte, error) { panic("x") },
		"more than the writer takes": func() ([]byte, error) {
			_, err := io.WriteString(os.Stderr, more)
			return nil, err
		},
	}
	for name, build := range tests {
		t.Run(name, func(t *testing.T) {
			func() {
				defer func() { _ = recover() }()
				_, err := redirected(brokenWriter{}, build)
				if lost := err != nil && strings.Contains(err.Error(), "no space"); lost != strings.HasPrefix(name, "more") {
					t.Errorf("error %v", err)
				}
			}()
			if os.Stderr != former {
				t.Error("the standard error is not what it was")
			}
		})
	}
}
