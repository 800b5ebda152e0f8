package binaries

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cachedir"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

// Paths holds the absolute path of each program, by name.
type Paths map[string]string

// Ensure returns the programs, building those sets that the cache lacks: Kubernetes always, CoreDNS withDNS. From
// nothing that takes about ten minutes on two cores. Two runs at once wait for each other.
func Ensure(ctx context.Context, l layout.Layout, steps *progress.Steps, withDNS bool) (Paths, error) {
	if l.Source == "" {
		return nil, errors.New("finding the testbed's source: run from inside the repository or set TESTBED_SOURCE")
	}
	sets := []set{kubernetes}
	if withDNS {
		sets = append(sets, coredns)
	}
	paths := Paths{}
	for _, s := range sets {
		if err := s.ensure(ctx, l, steps, paths); err != nil {
			return nil, fmt.Errorf("building %s: %w", s.folder, err)
		}
	}
	return paths, nil
}

func (s set) ensure(ctx context.Context, l layout.Layout, steps *progress.Steps, paths Paths) error {
	version, err := s.version(l.Source)
	if err != nil {
		return err
	}
	dir := s.dir(l, version)
	err = cachedir.Fill(dir, func(partial string) error { return s.build(ctx, l, steps, partial) })
	if err != nil {
		return err
	}
	for name := range s.programs {
		paths[name] = filepath.Join(dir, name)
	}
	return nil
}

// build compiles into the folder. What an interrupted build compiled stays in Go's build cache.
func (s set) build(ctx context.Context, l layout.Layout, steps *progress.Steps, out string) (err error) {
	version, err := s.version(l.Source)
	if err != nil {
		return err
	}
	defer steps.Start("build %s %s (once; minutes when Go's build cache is empty)", s.folder, version)(&err)
	return compile(ctx, filepath.Join(l.Source, s.folder), s.command(out, version), steps)
}

// command is the argument list of `go`.
func (s set) command(out, version string) []string {
	flags := []string{"build", "-v", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w " + s.ldflags(version)}
	if _, own := s.programs[s.folder]; own {
		return append(flags, "-o", filepath.Join(out, s.folder), ".")
	}
	return append(append(flags, "-o", out+"/"), slices.Sorted(maps.Values(s.programs))...)
}
