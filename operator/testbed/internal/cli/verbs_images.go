package cli

import (
	"context"
	"fmt"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/images"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/valkeyserver"
)

func imageVerbs() []Verb {
	return []Verb{{
		Name:  "valkey-server",
		Args:  "[--version 9.1.2|8.1.1|8.0.1] [--cli]",
		Short: "fetch a Valkey server and print the path of a program that runs it",
		Run:   valkeyServer,
	}, {
		Name:  "image-valkey",
		Args:  "[--version 9.1.2|8.1.1|8.0.1] [TAG]",
		Short: "make the image " + images.ValkeyRepository + ":TAG (the version if not given) and print its path",
		Run:   imageValkey,
	}, {
		Name:  "image-go",
		Args:  "DIR REFERENCE",
		Short: "build the Go program in DIR as an image of that name and print its path, for load-image",
		Run:   imageGo,
	}}
}

func valkeyServer(ctx context.Context, env Env, args []string) error {
	flags := newFlags("valkey-server")
	version := flags.String("version", "9.1.2", "the version of Valkey")
	cli := flags.Bool("cli", false, "print the path of valkey-cli instead")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	programs, err := valkeyserver.Get(ctx, env.Layout.Cache, *version, env.Steps.Note)
	if err != nil {
		return err
	}
	path := programs.Server
	if *cli {
		path = programs.CLI
	}
	_, err = fmt.Fprintln(env.Stdout, path)
	return err
}

func imageValkey(ctx context.Context, env Env, args []string) error {
	flags := newFlags("image-valkey")
	version := flags.String("version", "9.1.2", "the version of Valkey")
	rest, err := parse(flags, env, args, 0, 1)
	if err != nil {
		return err
	}
	tag := *version
	if len(rest) > 0 {
		tag = rest[0]
	}
	archive, err := images.Valkey(ctx, env.Layout.Cache, *version, tag, env.Steps.Note)
	return printArchive(env, archive, err)
}

func imageGo(ctx context.Context, env Env, args []string) error {
	rest, err := parse(newFlags("image-go"), env, args, 2, 2)
	if err != nil {
		return err
	}
	archive, err := images.BuildGo(ctx, env.Layout.Cache, rest[0], rest[1], env.Steps.Note)
	return printArchive(env, archive, err)
}

// printArchive says on the error stream what was made, and on the standard output only where.
func printArchive(env Env, archive images.Archive, err error) error {
	if err != nil {
		return err
	}
	env.Steps.Note("%s: %.1f MB, image ID %.19s", archive.Ref, float64(archive.Size)/1e6, archive.Config)
	_, err = fmt.Fprintln(env.Stdout, archive.Path)
	return err
}
