package cli

import (
	"context"
	"flag"
	"fmt"
	"syscall"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/fault"
)

func faultVerbs() []Verb {
	return []Verb{
		{"kill-valkey", "[--signal N] NAMESPACE/POD", "kill Valkey in place; its container restarts", killValkey},
		{"delete-pod", "[--now] [--kubeconfig FILE] NAMESPACE/POD", "delete a pod; --now without a grace period", deletePod},
		{"cordon", "[--kubeconfig FILE] NODE", "make a node unschedulable", cordon(true)},
		{"uncordon", "[--kubeconfig FILE] NODE", "make it schedulable again", cordon(false)},
		{"stop-node", "NODE", "a power loss: all on the node ends at once", stopNode},
		{"start-node", "NODE", "start it again and wait until it is ready", startNode},
		{"partition", "NAMESPACE/POD|NODE", "cut a pod or a node off the network", partition},
		{"fill-memory", "[--percent N] NAMESPACE/POD", "take memory in a pod up to a share of its limit", fillMemory},
		{"apiserver", "delay DURATION|drop|heal", "make the API server slow or silent for people and pods", apiserver},
		{"heal", "[NAMESPACE/POD|NODE]", "undo partition; alone: all partitions, memory and API faults", heal},
		{"hog", "CGROUP BYTES", "", hog},
	}
}

func killValkey(ctx context.Context, env Env, args []string) error {
	flags := newFlags("kill-valkey")
	signal := flags.Int("signal", int(syscall.SIGKILL), "signal number")
	rest, err := parse(flags, env, args, 1, 1)
	if err != nil {
		return err
	}
	faults, err := fault.New(env.Layout)
	if err != nil {
		return err
	}
	reached, err := faults.Signal(ctx, rest[0], "valkey-server", syscall.Signal(*signal))
	if err != nil {
		return err
	}
	env.Steps.Note("sent signal %d to %d processes of %s", *signal, reached, rest[0])
	return nil
}

func deletePod(ctx context.Context, env Env, args []string) error {
	flags := newFlags("delete-pod")
	now := flags.Bool("now", false, "without a grace period")
	kubeconfig := kubeconfigFlag(flags)
	rest, err := parse(flags, env, args, 1, 1)
	if err != nil {
		return err
	}
	faults, err := apiFaults(env, *kubeconfig)
	if err != nil {
		return err
	}
	return faults.DeletePod(ctx, rest[0], *now)
}

func cordon(unschedulable bool) func(context.Context, Env, []string) error {
	return func(ctx context.Context, env Env, args []string) error {
		flags := newFlags("cordon")
		kubeconfig := kubeconfigFlag(flags)
		rest, err := parse(flags, env, args, 1, 1)
		if err != nil {
			return err
		}
		faults, err := apiFaults(env, *kubeconfig)
		if err != nil {
			return err
		}
		return faults.Cordon(ctx, rest[0], unschedulable)
	}
}

func kubeconfigFlag(flags *flag.FlagSet) *string {
	return flags.String("kubeconfig", "", "another cluster than the testbed")
}

// apiFaults reach the testbed that is up, or the cluster of a kubeconfig.
func apiFaults(env Env, kubeconfig string) (*fault.API, error) {
	if kubeconfig != "" {
		return fault.Connect(kubeconfig)
	}
	faults, err := fault.New(env.Layout)
	if err != nil {
		return nil, err
	}
	return faults.API, nil
}

func fillMemory(ctx context.Context, env Env, args []string) error {
	flags := newFlags("fill-memory")
	percent := flags.Int("percent", 90, "share of the pod's memory limit that is then in use")
	rest, err := parse(flags, env, args, 1, 1)
	if err != nil {
		return err
	}
	if *percent < 1 || *percent > 200 {
		return usageError("--percent is 1 to 200")
	}
	faults, err := fault.New(env.Layout)
	if err != nil {
		return err
	}
	taken, err := faults.FillMemory(ctx, rest[0], *percent)
	if err != nil {
		return err
	}
	env.Steps.Note("%s uses %d bytes until `testbed heal`", rest[0], taken)
	return nil
}

func hog(ctx context.Context, env Env, args []string) error {
	rest, err := parse(newFlags("hog"), env, args, 2, 2)
	if err != nil {
		return err
	}
	var wanted uint64
	if _, err := fmt.Sscan(rest[1], &wanted); err != nil {
		return usageError("BYTES is a number")
	}
	return fault.Hog(ctx, rest[0], wanted)
}
