package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/cli/document"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// What render can show.
const (
	whatMenu      = "menu"
	whatResolved  = "resolved"
	whatConf      = "conf"
	whatACL       = "acl"
	whatManifests = "manifests"
)

// renderCommand is the command's flags.
type renderCommand struct {
	streams
	common
	what    string
	cluster string
	output  string
}

func newRender(s streams) *cobra.Command {
	r := &renderCommand{streams: s}
	cmd := &cobra.Command{
		Use:   "render PATH...|-",
		Short: "Show what the operator would create",
		Long: `Show what the operator would create for each ValkeyCluster.

  --what manifests  every object, with placeholders for the two passwords
  --what resolved   each effective value and where it comes from (ResolvedCluster)
  --what conf       valkey.conf of one node of each cluster
  --what acl        users.acl
  --what menu       the images, configs and roles, sorted, with defaults; with
                    --cluster only those that the cluster uses

Objects are written as YAML documents, as one JSON List (-o json), or as one file
an object into a folder (-o dir=OUT), which is never cleaned. conf and acl are
text, or files (-o dir=OUT).

Nothing is written unless everything that was asked for can be: errors go to
standard error with file, line and column, and the exit code is 1. Placeholders
such as ${SIZE} are taken as they stand.`,
		Example: `  valkey-menu render menu clusters
  valkey-menu render --what conf --cluster team-a/cache menu clusters
  kustomize build overlay | valkey-menu render --what resolved -o json -`,
		Args: pathsNeeded,
		RunE: func(_ *cobra.Command, paths []string) error { return r.run(paths) },
	}
	r.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&r.what, "what", whatManifests, "what to show: menu, resolved, conf, acl or manifests")
	f.StringVar(&r.cluster, "cluster", "", "NAMESPACE/NAME of the one cluster to render (default: all)")
	f.StringVarP(&r.output, "output", "o", "", "yaml, json or dir=OUT (default: yaml, and text for conf and acl)")
	return cmd
}

func (r *renderCommand) run(paths []string) error {
	dir, toDir := strings.CutPrefix(r.output, "dir=")
	if err := r.checkFlags(dir, toDir); err != nil {
		return err
	}
	r.unjudged = true
	w, err := r.world(&r.common, paths)
	if err != nil {
		return err
	}
	clusters, err := r.clusters(w, r.cluster)
	if err != nil {
		return err
	}
	if r.what != whatMenu && len(clusters) == 0 {
		r.noteNothing("ValkeyCluster")
	}
	if r.what == whatConf || r.what == whatACL {
		files, err := r.files(w, clusters)
		if err != nil {
			return err
		}
		if toDir {
			return r.writeDir(dir, files)
		}
		return r.write(headed(files))
	}
	objects, err := r.objects(w, clusters)
	if err != nil {
		return err
	}
	if toDir {
		files, err := document.Files(objects)
		if err != nil {
			return internal(err)
		}
		return r.writeDir(dir, files)
	}
	return r.writeObjects(objects)
}

func (r *renderCommand) checkFlags(dir string, toDir bool) error {
	if err := oneOf("--what", r.what, whatMenu, whatResolved, whatConf, whatACL, whatManifests); err != nil {
		return err
	}
	switch {
	case toDir && dir == "":
		return errors.New("-o dir=: the folder is missing")
	case toDir:
		return nil
	case r.what == whatConf || r.what == whatACL:
		if r.output != "" {
			return fmt.Errorf("-o %s: %s is text: leave -o out, or use dir=OUT", r.output, r.what)
		}
		return nil
	case slices.Contains([]string{"", "yaml", "json"}, r.output):
		return nil
	}
	return fmt.Errorf("-o: %q is not one of yaml, json, dir=OUT", r.output)
}

func (r *renderCommand) writeObjects(objects []document.Object) error {
	encode := document.YAML
	if r.output == "json" {
		encode = document.JSON
	}
	text, err := encode(objects)
	if err != nil {
		return internal(err)
	}
	return r.write(text)
}

// writeDir takes a folder that may not be written to for a wrong argument.
func (r *renderCommand) writeDir(dir string, files []document.File) error {
	others, err := document.WriteDir(dir, files)
	if err != nil {
		return fmt.Errorf("-o dir=%s: %w", dir, err)
	}
	r.note("%s: files written: %d", dir, len(files))
	if others > 0 {
		r.note("%s: other files, no part of this rendering: %d", dir, others)
	}
	return nil
}

// objects are what --what asks for, as documents.
func (r *renderCommand) objects(w *world, clusters []*resolve.Cluster) ([]document.Object, error) {
	if r.what == whatMenu {
		return r.menu(w, clusters)
	}
	var all []document.Object
	for _, c := range clusters {
		show := manifests
		if r.what == whatResolved {
			show = resolvedCluster
		}
		objects, err := show(c)
		if err != nil {
			return nil, r.failed(w, c.Namespace, c.Name, err)
		}
		all = append(all, objects...)
	}
	return all, nil
}
