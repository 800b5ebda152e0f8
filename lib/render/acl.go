package render

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// ACLFile renders users.acl of the cluster. Its Revision is what each node
// reports once it has loaded the file.
func ACLFile(c *resolve.Cluster, h Hashes) (acl.File, error) {
	file, err := acl.Render(c.ACLInput(h.Operator, h.Repl))
	if err != nil {
		return acl.File{}, fmt.Errorf("rendering users.acl of ValkeyCluster %q: %w", c.Namespace+"/"+c.Name, err)
	}
	return file, nil
}

// ACLConfigMap holds users.acl. The kubelet updates the mounted file, so a
// change needs no new pod. It may exceed the 1 MiB that a ConfigMap can hold;
// the caller finds that out.
func ACLConfigMap(c *resolve.Cluster, file acl.File) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		TypeMeta:   core("ConfigMap"),
		ObjectMeta: meta(c.Namespace, names.ACLConfigMap(c.Name), names.ObjectLabels(c.Name)),
		Data:       map[string]string{names.ACLFile: file.Text},
	}
}
