package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/fault"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/front"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/netns"
)

func stopNode(_ context.Context, env Env, args []string) (err error) {
	rest, err := parse(newFlags("stop-node"), env, args, 1, 1)
	if err != nil {
		return err
	}
	n, err := cluster.Node(env.Layout, rest[0])
	if err != nil {
		return err
	}
	defer env.Steps.Start("stop %s", n.Name())(&err)
	return cluster.StopNode(env.Layout, n)
}

func startNode(ctx context.Context, env Env, args []string) (err error) {
	rest, err := parse(newFlags("start-node"), env, args, 1, 1)
	if err != nil {
		return err
	}
	n, err := cluster.Node(env.Layout, rest[0])
	if err != nil {
		return err
	}
	defer env.Steps.Start("start %s", n.Name())(&err)
	return cluster.StartNode(ctx, env.Layout, n)
}

// partition takes a name with a slash for a pod and any other for a node.
func partition(ctx context.Context, env Env, args []string) error {
	rest, err := parse(newFlags("partition"), env, args, 1, 1)
	if err != nil {
		return err
	}
	faults, err := fault.New(env.Layout)
	if err != nil {
		return err
	}
	if strings.Contains(rest[0], "/") {
		return faults.CutPod(ctx, rest[0])
	}
	n, err := cluster.Node(env.Layout, rest[0])
	if err != nil {
		return err
	}
	return netns.Cut(env.Layout, n)
}

func heal(ctx context.Context, env Env, args []string) error {
	rest, err := parse(newFlags("heal"), env, args, 0, 1)
	if err != nil {
		return err
	}
	faults, err := fault.New(env.Layout)
	if err != nil {
		return err
	}
	switch {
	case len(rest) == 0:
		return errors.Join(faults.MendAll(ctx), faults.MendMemory(), front.Set(env.Layout.FrontControl(), front.State{}))
	case strings.Contains(rest[0], "/"):
		return faults.MendPod(ctx, rest[0])
	}
	n, err := cluster.Node(env.Layout, rest[0])
	if err != nil {
		return err
	}
	return netns.Mend(env.Layout, n)
}

func apiserver(_ context.Context, env Env, args []string) error {
	rest, err := parse(newFlags("apiserver"), env, args, 1, 2)
	if err != nil {
		return err
	}
	var state front.State
	switch {
	case rest[0] == "delay" && len(rest) == 2:
		if state.Delay, err = time.ParseDuration(rest[1]); err != nil {
			return usageError(err.Error())
		}
	case rest[0] == "drop" && len(rest) == 1:
		state.Drop = true
	case rest[0] == "heal" && len(rest) == 1:
	default:
		return usageError("say delay DURATION, drop or heal")
	}
	if err := front.Set(env.Layout.FrontControl(), state); err != nil {
		return err
	}
	env.Steps.Note("API front: delay %s, drop %t", state.Delay, state.Drop)
	return nil
}
