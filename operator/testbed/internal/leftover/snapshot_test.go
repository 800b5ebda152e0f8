package leftover

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

func TestAdded(t *testing.T) {
	before := Snapshot{"mount /a": true, "mount /gone": true}
	later := Snapshot{"mount /a": true, "mount /c": true, "link b": true}
	want := []string{"link b", "mount /c"}
	if got := before.Added(later); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTake: what the testbed would leave is seen - a file in its state folder, a listener on one of its ports.
func TestTake(t *testing.T) {
	l := layout.Layout{State: filepath.Join(t.TempDir(), "state"), Cache: "/nowhere"}
	before, err := Take(l)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(l.State, 0o755); err != nil {
		t.Fatal(err)
	}
	wantListener := false
	if listener, err := net.Listen("tcp", layout.EtcdPeer); err == nil { // A testbed that is up has it already.
		defer func() { _ = listener.Close() }()
		wantListener = true
	}
	after, err := Take(l)
	if err != nil {
		t.Fatal(err)
	}
	added := before.Added(after)
	if !slices.Contains(added, "file "+l.State) {
		t.Errorf("the state folder is not in %q", added)
	}
	isListener := func(item string) bool {
		return strings.HasPrefix(item, "listener ") && strings.HasSuffix(item, "port 23800")
	}
	if wantListener && !slices.ContainsFunc(added, isListener) {
		t.Errorf("the listener is not in %q", added)
	}
	for item := range after {
		kind, _, _ := strings.Cut(item, " ")
		if kind == "mount" || kind == "link" {
			return
		}
	}
	t.Error("no mount and no link was found at all")
}
