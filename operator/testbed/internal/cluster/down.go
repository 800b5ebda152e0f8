package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cgroup"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/netns"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

// Down ends everything and removes all that `up` made but the cache. It works on a half-made or crashed testbed too,
// and does nothing on none.
func Down(l layout.Layout, steps *progress.Steps) (err error) {
	if _, err := os.Stat(l.State); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	defer steps.Start("remove the testbed")(&err)
	s, err := readState(l)
	if err != nil && !errors.Is(err, ErrDown) {
		return err
	}
	if err := stopAll(l); err != nil {
		return err
	}
	for _, n := range l.Nodes(s.Nodes) {
		if err := removeSockets(n); err != nil {
			return err
		}
	}
	if err := netns.Remove(); err != nil {
		return err
	}
	if err := UnmountBelow(l.State); err != nil {
		return err
	}
	if err := cgroup.Remove(layout.CgroupRoot); err != nil {
		return err
	}
	if err := s.restore(l); err != nil {
		return err
	}
	// Once more at the end: to delete through a mount would delete what is not ours.
	if left, err := mountsBelow(l.State); err != nil {
		return err
	} else if len(left) > 0 {
		return fmt.Errorf("removing %q: mounts %q are left in it", l.State, left)
	}
	return os.RemoveAll(l.State)
}

// stopAll ends the recorded processes and then what else is in the testbed's cgroup: containers, their shims, and what
// was started by an `up` that crashed before it could record it.
func stopAll(l layout.Layout) error {
	records, err := proc.Records(l.Pids())
	if err != nil {
		return err
	}
	// Members first: a kubelet that is asked nicely would start containers anew, and nothing here needs to be saved.
	if err := cgroup.Kill(layout.CgroupRoot, 15*time.Second); err != nil {
		return err
	}
	for _, record := range records {
		if err := proc.Stop(l.Pids(), record.Name, time.Second); err != nil {
			return err
		}
	}
	return nil
}
