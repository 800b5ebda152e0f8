package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/catalogue"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/valkeyserver"
)

func catalogueVerbs() []Verb {
	return []Verb{{
		Name:  "record-catalogue",
		Args:  "[--conf lib/conf/data] [--acl lib/acl/data]",
		Short: "record the directives and commands of real Valkey servers as data files",
		Run:   recordCatalogue,
	}}
}

func recordCatalogue(ctx context.Context, env Env, args []string) (err error) {
	flags := newFlags("record-catalogue")
	conf := flags.String("conf", "lib/conf/data", "the folder of the directives")
	acl := flags.String("acl", "lib/acl/data", "the folder of the commands")
	if _, err := parse(flags, env, args, 0, 0); err != nil {
		return err
	}
	// Before the work of half a minute.
	for _, dir := range []string{*conf, *acl} {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return fmt.Errorf("%q is no folder; run it at the root of the repository, or say where with --conf and --acl", dir)
		}
	}
	defer env.Steps.Start("record the catalogues of Valkey")(&err)
	files, err := catalogue.Record(ctx, func(ctx context.Context, version string) (string, error) {
		programs, err := valkeyserver.Get(ctx, env.Layout.Cache, version, env.Steps.Note)
		return programs.Server, err
	})
	if err != nil {
		return err
	}
	for _, file := range files {
		dir := *acl
		if file.Conf {
			dir = *conf
		}
		path := filepath.Join(dir, file.Name)
		if err := os.WriteFile(path, file.Data, 0o644); err != nil {
			return fmt.Errorf("writing a catalogue: %w", err)
		}
		if _, err := fmt.Fprintln(env.Stdout, path); err != nil {
			return err
		}
	}
	return nil
}
