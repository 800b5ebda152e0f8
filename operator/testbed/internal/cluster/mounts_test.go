package cluster

import (
	"slices"
	"testing"
)

func TestMountPointsBelow(t *testing.T) {
	const table = `22 1 254:0 / / rw - ext4 /dev/vda rw
40 22 0:40 / /state rw - tmpfs t rw
41 40 0:41 / /state/a\040b rw - tmpfs t rw
42 22 0:42 / /state2 rw - tmpfs t rw
43 22 0:43 / /other/state rw - tmpfs t rw
`
	want := []string{"/state", "/state/a b"}
	if got := pointsBelow(table, "/state"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
