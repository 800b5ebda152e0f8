package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/audit"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/images"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/operator"
)

func operatorVerbs() []Verb {
	return []Verb{
		{"operator-image", "[--version V] [--arch amd64,arm64] [TAG|REFERENCE]", "build the image " + operator.Name + ":TAG (dev) of this tree and print its path", operatorImage},
		{"operator install", "[--image REFERENCE] [--from FOLDER]", "install the operator as a pod, from operator/deploy", operatorInstall},
		{"operator uninstall", "[--crds]", "remove it; --crds also the CRDs and all objects of theirs", operatorUninstall},
		{"operator start", "[--failpoint STEP] [--log FILE] [--program FILE] [--from FOLDER]", "run the operator of this tree as a process with its real permissions", operatorStart},
		{"operator stop", "[--now]", "end that process; --now kills it", operatorStop},
		{"operator status", "", "say whether that process runs", operatorStatus},
		{"audit", "[--user USER] [--since RFC3339]", "list writes: time, user, verb, resource, object, status code", auditLog},
		{operator.Inside, "", "", operatorExec},
	}
}

func operatorImage(ctx context.Context, env Env, args []string) error {
	flags := newFlags("operator-image")
	version := flags.String("version", "", "the version that the operator says; empty is the tag")
	arch := flags.String("arch", runtime.GOARCH, "the architectures that the image is for, by Go's names")
	rest, err := parse(flags, env, args, 0, 1)
	if err != nil {
		return err
	}
	ref := operator.DefaultImage
	if len(rest) > 0 {
		if ref = rest[0]; !strings.ContainsAny(ref, ":/") {
			ref = operator.Name + ":" + ref
		}
	}
	if *version == "" {
		*version = ref[strings.LastIndexByte(ref, ':')+1:]
	}
	if env.Layout.Source == "" {
		return fmt.Errorf("run it inside the repository or set TESTBED_SOURCE")
	}
	dir := filepath.Join(env.Layout.Root(), "operator")
	archive, err := images.BuildVersion(ctx, env.Layout.Cache, dir, images.Reference(ref), *version, strings.Split(*arch, ","), env.Steps.Note)
	return printArchive(env, archive, err)
}

func operatorInstall(ctx context.Context, env Env, args []string) (err error) {
	flags := newFlags("operator install")
	image := flags.String("image", operator.DefaultImage, "the image, which load-image loaded")
	from := flags.String("from", "base", "the folder of operator/deploy")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	defer env.Steps.Start("install the operator")(&err)
	return operator.Install(ctx, env.Layout, *from, *image)
}

func operatorUninstall(ctx context.Context, env Env, args []string) (err error) {
	flags := newFlags("operator uninstall")
	crds := flags.Bool("crds", false, "remove the CRDs too, and with them every cluster and the menu")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	defer env.Steps.Start("uninstall the operator")(&err)
	return operator.Uninstall(ctx, env.Layout, *crds)
}

func operatorStart(ctx context.Context, env Env, args []string) (err error) {
	flags := newFlags("operator start")
	var o operator.Options
	flags.StringVar(&o.Failpoint, "failpoint", "", "the step behind which it ends: STEP, or STEP:N after N times")
	flags.StringVar(&o.Log, "log", "", "append its log to this file")
	flags.StringVar(&o.Program, "program", "", "run this instead of building the operator")
	flags.StringVar(&o.From, "from", "", "the folder of operator/deploy that gives the permissions (base)")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	done := env.Steps.Start("start the operator")
	if err := operator.Start(ctx, env.Layout, o); err != nil {
		done(&err)
		return err
	}
	done(&err)
	if o.Log == "" {
		o.Log = operator.LogFile(env.Layout)
	}
	env.Steps.Note("log: %s; metrics: %s", o.Log, operator.Metrics)
	return nil
}

func operatorStop(_ context.Context, env Env, args []string) error {
	flags := newFlags("operator stop")
	now := flags.Bool("now", false, "kill it")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	return operator.Stop(env.Layout, *now)
}

func operatorStatus(_ context.Context, env Env, args []string) error {
	if _, err := parse(newFlags("operator status"), env, args, 0, 0); err != nil {
		return err
	}
	_, err := fmt.Fprintln(env.Stdout, operator.Status(env.Layout))
	return err
}

// operatorExec is what operator start runs in the operator's namespaces.
func operatorExec(_ context.Context, env Env, args []string) error {
	rest, err := parse(newFlags(operator.Inside), env, args, 2, 2)
	if err != nil {
		return err
	}
	return operator.Exec(env.Layout, rest[0], rest[1])
}

func auditLog(_ context.Context, env Env, args []string) error {
	flags := newFlags("audit")
	var filter audit.Filter
	flags.StringVar(&filter.User, "user", "", "only of this user, such as system:serviceaccount:NAMESPACE:NAME")
	since := flags.String("since", "", "only from this time on")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	if *since != "" {
		at, err := time.Parse(time.RFC3339, *since)
		if err != nil {
			return usageError(fmt.Sprintf("--since %q is no time such as 2026-01-31T12:00:00Z", *since))
		}
		filter.Since = at
	}
	if _, err := cluster.Nodes(env.Layout); err != nil {
		return err
	}
	return audit.Read(env.Layout, filter, func(e audit.Entry) error {
		_, err := fmt.Fprintln(env.Stdout, e)
		return err
	})
}
