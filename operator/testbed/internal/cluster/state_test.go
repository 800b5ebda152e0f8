package cluster

import (
	"errors"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

func TestState(t *testing.T) {
	l := layout.Layout{State: t.TempDir()}
	if _, err := readState(l); !errors.Is(err, ErrDown) {
		t.Errorf("got %v, want %v", err, ErrDown)
	}
	want := state{Nodes: 3, Ready: true, Node: node.Programs{Ctr: "/ctr"}, Sysctls: map[string]string{"vm/x": "1"}, Made: []string{"/a"}}
	if err := want.write(l); err != nil {
		t.Fatal(err)
	}
	got, err := readState(l)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNode(t *testing.T) {
	l := layout.Layout{State: t.TempDir()}
	if err := (state{Nodes: 2}).write(l); err != nil {
		t.Fatal(err)
	}
	if got, err := Node(l, "node-b"); err != nil || got.Zone() != "zone-b" {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := Node(l, "node-c"); err == nil {
		t.Errorf("got %v, want an error: there are two nodes", got)
	}
}

// TestAllAlive: a testbed of which a process ended, or was never started, is not up.
func TestAllAlive(t *testing.T) {
	l := layout.Layout{State: t.TempDir()}
	if err := os.Mkdir(l.Pids(), 0o755); err != nil {
		t.Fatal(err)
	}
	if allAlive(l, state{}) {
		t.Error("a testbed without processes is up")
	}
}

func TestDownOnNothing(t *testing.T) {
	l := layout.Layout{State: t.TempDir() + "/none"}
	if err := Down(l, progress.New(io.Discard)); err != nil {
		t.Error(err)
	}
}

func TestUpRefusesTooMany(t *testing.T) {
	for _, nodes := range []int{-1, 4} {
		if err := Up(t.Context(), layout.Layout{State: t.TempDir()}, progress.New(io.Discard), nodes); err == nil {
			t.Errorf("%d nodes are accepted", nodes)
		}
	}
}
