package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	seeds := flag.Int("seeds", 400, "how many seeds each fault gets")
	only := flag.String("run", "", "run the mutants whose name contains this")
	flag.Parse()
	missed, err := run(*seeds, *only)
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "mutants: %v\n", err)
		os.Exit(1)
	case missed > 0:
		fmt.Fprintf(os.Stderr, "mutants: %d were not found\n", missed)
		os.Exit(1)
	}
}

// rarer is by how much more seeds a fault gets that the first ones do not find: some
// show only where several rare things meet.
const rarer = 10

// run returns how many mutants were not found.
func run(seeds int, only string) (int, error) {
	patches, err := filepath.Glob(filepath.FromSlash("lib/plan/testdata/mutants/*.patch"))
	if err != nil || len(patches) == 0 {
		return 0, fmt.Errorf("looking for patches in lib/plan/testdata/mutants: there are none, or %w", err)
	}
	missed := 0
	for _, patch := range patches {
		name := strings.TrimSuffix(filepath.Base(patch), ".patch")
		if !strings.Contains(name, only) {
			continue
		}
		found, of := 0, seeds
		for ; found == 0 && of <= seeds*rarer; of *= rarer {
			if found, err = try(patch, of); err != nil {
				return 0, fmt.Errorf("trying mutant %q: %w", name, err)
			}
			fmt.Printf("found in %4d of %d seeds  %s\n", found, of, name)
		}
		if found == 0 {
			missed++
		}
	}
	return missed, nil
}

// try counts the seeds that fail with the patch.
func try(patch string, seeds int) (int, error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for _, part := range []string{"lib/slots", "lib/topology", "lib/plan"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(part)); err != nil {
			return 0, err
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		if err := os.WriteFile(filepath.Join(dir, file), text, 0o600); err != nil {
			return 0, err
		}
	}
	path, err := filepath.Abs(patch)
	if err != nil {
		return 0, err
	}
	if out, err := in(dir, "git", "apply", "--whitespace=nowarn", path); err != nil {
		return 0, fmt.Errorf("the patch does not apply, so that it has to be made anew: %w\n%s", err, out)
	}
	if out, err := in(dir, "go", "test", "-count=1", "-run=^$", "./lib/plan"); err != nil {
		return 0, fmt.Errorf("the mutant does not compile: %w\n%s", err, out)
	}
	out, err := in(dir, "go", "test", "-count=1", "-timeout=20m", "-run=^TestSimulation$", "./lib/plan", fmt.Sprintf("-sim.seeds=%d", seeds))
	if err == nil {
		return 0, nil
	}
	match := regexp.MustCompile(`(\d+) of \d+ seeds fail`).FindSubmatch(out)
	if match == nil {
		return 0, fmt.Errorf("the tests failed in another way: %w\n%s", err, out)
	}
	return strconv.Atoi(string(match[1]))
}

// in runs a program in a folder that belongs to no repository.
func in(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GOWORK=off")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.Bytes(), err
}
