package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/front"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

func clusterVerbs() []Verb {
	return []Verb{
		{"up", "[--nodes 0|1|3]", "bring a cluster up; 0 nodes is the control plane alone", up},
		{"down", "", "end and remove everything but the cache", down},
		{"status", "", "processes, logs and nodes", status},
		{"kubeconfig", "[--direct]", "print the path of a kubeconfig; --direct goes around API faults", kubeconfig},
		{"kubectl", "ARGS...", "kubectl of the same version, set to this cluster", kubectl},
		{"load-image", "TAR...", "import docker-archive files into every node", loadImage},
		{"front", "", "", runFront},
	}
}

func up(ctx context.Context, env Env, args []string) error {
	flags := newFlags("up")
	nodes := flags.Int("nodes", 3, "number of nodes, each in a zone of its own; 0 is the control plane alone")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	if *nodes != 0 && *nodes != 1 && *nodes != 3 {
		return usageError("--nodes is 0, 1 or 3")
	}
	if err := cluster.Up(ctx, env.Layout, env.Steps, *nodes); err != nil {
		return err
	}
	env.Steps.Note("ready; export KUBECONFIG=%s", env.Layout.AdminKubeconfig())
	return nil
}

func down(_ context.Context, env Env, args []string) error {
	if _, err := parse(newFlags("down"), env, args, 0, 0); err != nil {
		return err
	}
	return cluster.Down(env.Layout, env.Steps)
}

func status(ctx context.Context, env Env, args []string) error {
	if _, err := parse(newFlags("status"), env, args, 0, 0); err != nil {
		return err
	}
	return cluster.Status(ctx, env.Layout, env.Stdout)
}

func kubeconfig(_ context.Context, env Env, args []string) error {
	flags := newFlags("kubeconfig")
	direct := flags.Bool("direct", false, "go around the API front and its faults")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	file := env.Layout.AdminKubeconfig()
	if *direct {
		file = env.Layout.DirectKubeconfig()
	}
	if _, err := os.Stat(file); err != nil {
		return cluster.ErrDown
	}
	_, err := fmt.Fprintln(env.Stdout, file)
	return err
}

func kubectl(ctx context.Context, env Env, args []string) error {
	program, err := cluster.Kubectl(env.Layout)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+env.Layout.AdminKubeconfig())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, env.Stdout, env.Stderr
	var failed *exec.ExitError
	if err := cmd.Run(); errors.As(err, &failed) {
		return fmt.Errorf("kubectl ended with %d", failed.ExitCode())
	} else if err != nil {
		return fmt.Errorf("running kubectl: %w", err)
	}
	return nil
}

func loadImage(ctx context.Context, env Env, args []string) (err error) {
	archives, err := parse(newFlags("load-image"), env, args, 1, 100)
	if err != nil {
		return err
	}
	defer env.Steps.Start("load %d images", len(archives))(&err)
	return cluster.LoadImage(ctx, env.Layout, archives...)
}

// runFront is the API front itself, which `up` starts.
func runFront(ctx context.Context, env Env, args []string) error {
	flags := newFlags("front")
	nodes := flags.Int("nodes", 0, "number of nodes")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	listeners := []front.Listener{{Address: layout.Front, Faulty: true}, {Address: layout.FrontPods, Faulty: true}}
	if *nodes > 0 {
		listeners = append(listeners, front.Listener{Address: layout.FrontNodes})
	}
	f := front.New(layout.APIServer)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := make(chan error, 2)
	go func() { failed <- f.Control(ctx, env.Layout.FrontControl()) }()
	go func() { failed <- f.Serve(ctx, listeners...) }()
	return <-failed
}
