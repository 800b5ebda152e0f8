package cluster

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// detach is Linux's MNT_DETACH, spelt out so that the program compiles, to say why it will not run, elsewhere too.
const detach = 2

// UnmountBelow detaches every mount at or below dir, the last mounted first, until none is left. Nodes may unmount their
// own meanwhile, and remove what they were mounted on.
func UnmountBelow(dir string) error {
	for range 20 {
		mounts, err := mountsBelow(dir)
		if err != nil || len(mounts) == 0 {
			return err
		}
		var failed []error
		for i := len(mounts) - 1; i >= 0; i-- {
			if err := syscall.Unmount(mounts[i], detach); err != nil && !gone(err) {
				failed = append(failed, fmt.Errorf("unmounting %q: %w", mounts[i], err))
			}
		}
		if err := errors.Join(failed...); err != nil {
			return err
		}
	}
	return fmt.Errorf("unmounting below %q: mounts keep appearing", dir)
}

// gone says whether a mount failed to be detached because it, or its folder, is no more.
func gone(err error) bool { return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOENT) }

func mountsBelow(dir string) ([]string, error) {
	content, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, fmt.Errorf("listing mounts: %w", err)
	}
	return pointsBelow(string(content), dir), nil
}

// pointsBelow reads the table of /proc/self/mountinfo, in which the kernel writes space, tab, newline and backslash in
// octal.
func pointsBelow(table, dir string) []string {
	plain := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	var mounts []string
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 5 {
			continue
		}
		if point := plain.Replace(fields[4]); point == dir || strings.HasPrefix(point, dir+"/") {
			mounts = append(mounts, point)
		}
	}
	return mounts
}
