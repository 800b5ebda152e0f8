package cli

import (
	"bytes"
	"fmt"
	"path"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/fn/cli/document"
	"github.com/valkey-menu/valkey-menu/fn/cli/resolved"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// manifests are all objects of a cluster.
func manifests(c *resolve.Cluster) ([]document.Object, error) {
	objects, err := render.Manifests(c, render.PlaceholderPasswords())
	if err != nil {
		return nil, err
	}
	return documents(objects)
}

func resolvedCluster(c *resolve.Cluster) ([]document.Object, error) {
	content, err := resolved.Of(c)
	if err != nil {
		return nil, err
	}
	return []document.Object{{Namespace: c.Namespace, Kind: resolved.Kind, Name: c.Name, Content: content}}, nil
}

// menu is the images, configs and roles by name: all, or those of one cluster.
func (r *renderCommand) menu(w *world, clusters []*resolve.Cluster) ([]document.Object, error) {
	uses := func(string, string) bool { return true }
	if r.cluster != "" {
		uses = used(clusters[0])
	}
	var objects []runtime.Object
	for _, x := range w.Menu.Images() {
		if uses(x.Kind, x.Name) {
			objects = append(objects, x)
		}
	}
	for _, x := range w.Menu.Configs() {
		if uses(x.Kind, x.Name) {
			objects = append(objects, x)
		}
	}
	for _, x := range w.Menu.Roles() {
		if uses(x.Kind, x.Name) {
			objects = append(objects, x)
		}
	}
	if len(objects) == 0 {
		r.noteNothing("ValkeyImage, ValkeyConfig or ValkeyRole")
	}
	all, err := documents(objects)
	if err != nil {
		return nil, internal(err)
	}
	return all, nil
}

// used tells which menu objects a cluster resolves through.
func used(c *resolve.Cluster) func(kind, name string) bool {
	return func(kind, name string) bool {
		switch kind {
		case v1alpha1.KindImage:
			return name == c.Config.Image.Name
		case v1alpha1.KindConfig:
			return slices.Contains(c.Config.Chain, name)
		}
		return c.Roles[name] != nil
	}
}

func documents(objects []runtime.Object) ([]document.Object, error) {
	all := make([]document.Object, len(objects))
	for i, o := range objects {
		content, err := render.Document(o)
		if err != nil {
			return nil, err
		}
		all[i] = document.Object{Kind: o.GetObjectKind().GroupVersionKind().Kind, Content: content}
		if meta, ok := content["metadata"].(map[string]any); ok {
			all[i].Namespace, _ = meta["namespace"].(string)
			all[i].Name, _ = meta["name"].(string)
		}
	}
	return all, nil
}

// files are valkey.conf or users.acl of each cluster, as NAMESPACE/NAME/FILE.
func (r *renderCommand) files(w *world, clusters []*resolve.Cluster) ([]document.File, error) {
	name, text := names.ConfFile, nodeConf
	if r.what == whatACL {
		name, text = names.ACLFile, usersACL
	}
	files := make([]document.File, len(clusters))
	for i, c := range clusters {
		content, err := text(c)
		if err != nil {
			return nil, r.failed(w, c.Namespace, c.Name, err)
		}
		files[i] = document.File{Name: path.Join(c.Namespace, c.Name, name), Content: []byte(content)}
	}
	return files, nil
}

// nodeConf is valkey.conf of the cluster's first node; others differ by their
// own host name, and only with TLS.
func nodeConf(c *resolve.Cluster) (string, error) {
	node := names.OfflineNodes(c.Namespace, c.Name, 1, 1)[0][0]
	return conf.Render(c.Settings(node).Map())
}

func usersACL(c *resolve.Cluster) (string, error) {
	file, err := render.ACLFile(c, render.PlaceholderPasswords().Hashes())
	return file.Text, err
}

// headed is one file as it is, and several under a line each that names the
// cluster.
func headed(files []document.File) []byte {
	if len(files) == 1 {
		return files[0].Content
	}
	var b bytes.Buffer
	for i, f := range files {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "# ValkeyCluster %s\n", path.Dir(f.Name))
		b.Write(f.Content)
	}
	return b.Bytes()
}
