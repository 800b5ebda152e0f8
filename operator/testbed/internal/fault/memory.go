package fault

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cgroup"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
)

const hogPrefix = "memory-"

// FillMemory starts a process in the pod's cgroup that takes memory until percent of the pod's limit is in use, and
// holds it until MendMemory. What the pod's own processes need beyond that, the kernel's out-of-memory killer answers;
// it takes the largest process, so above half of the limit that is likely the testbed's. It returns the bytes that will
// be in use.
func (f *Faults) FillMemory(ctx context.Context, reference string, percent int) (uint64, error) {
	pod, err := f.Find(ctx, reference)
	if err != nil {
		return 0, err
	}
	group, err := pod.cgroup()
	if err != nil {
		return 0, err
	}
	_, limit, err := cgroup.Memory(group)
	if err != nil {
		return 0, fmt.Errorf("filling the memory of pod %q: %w", reference, err)
	}
	wanted := limit / 100 * uint64(percent)
	// A cgroup of its own: in version 2 only leaves hold processes. The kubelet removes it with the pod.
	own := group + "/testbed"
	if err := cgroup.Create(own); err != nil {
		return 0, err
	}
	self, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("finding this program: %w", err)
	}
	return wanted, proc.Start(proc.Spec{
		Name: hogPrefix + string(pod.UID), Args: []string{self, "hog", group, fmt.Sprint(wanted)},
		Cgroup: own, Pids: f.l.Pids(), Logs: f.l.Logs(),
	})
}

// MendMemory gives back what FillMemory took, in all pods.
func (f *Faults) MendMemory() error {
	records, err := proc.Records(f.l.Pids())
	if err != nil {
		return err
	}
	var failed []error
	for _, record := range records {
		if strings.HasPrefix(record.Name, hogPrefix) {
			failed = append(failed, proc.Stop(f.l.Pids(), record.Name, time.Second))
		}
	}
	return errors.Join(failed...)
}

// Hog takes memory, for real, a little at a time until wanted bytes are in use in the cgroup, and holds it until the
// context ends. It runs in the process that FillMemory starts.
func Hog(ctx context.Context, group string, wanted uint64) error {
	const step = 256 << 10
	var held [][]byte
	for {
		used, _, err := cgroup.Memory(group)
		if err != nil {
			return err
		}
		if used >= wanted {
			break
		}
		chunk := make([]byte, step)
		for i := 0; i < len(chunk); i += os.Getpagesize() {
			chunk[i] = 1 // A page that is never written costs nothing.
		}
		held = append(held, chunk)
	}
	<-ctx.Done()
	runtime.KeepAlive(held)
	return nil
}
