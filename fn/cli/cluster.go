package cli

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// pick chooses the cluster that NAMESPACE/NAME, or a NAME that only one cluster
// has, stands for.
func (w *world) pick(name string) (*v1alpha1.ValkeyCluster, error) {
	var found []*v1alpha1.ValkeyCluster
	for _, c := range w.Menu.Clusters() {
		if fullName(c) == name || !strings.Contains(name, "/") && c.Name == name {
			found = append(found, c)
		}
	}
	known := w.Menu.Names(v1alpha1.KindCluster)
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		names := make([]string, len(found))
		for i, c := range found {
			names[i] = fullName(c)
		}
		return nil, fmt.Errorf("ValkeyCluster %q is in several namespaces: %s", name, strings.Join(names, ", "))
	case len(known) == 0:
		return nil, fmt.Errorf("ValkeyCluster %q not found: there is no cluster in the input", name)
	}
	if hint := didYouMean(name, known); hint != "" {
		return nil, fmt.Errorf("ValkeyCluster %q not found%s", name, hint)
	}
	return nil, fmt.Errorf("ValkeyCluster %q not found: there is %s", name, some(known))
}

// some lists the first few of many.
func some(names []string) string {
	const few = 5
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

func fullName(c *v1alpha1.ValkeyCluster) string {
	if c.Namespace == "" {
		return c.Name
	}
	return c.Namespace + "/" + c.Name
}

// clusters resolves the named cluster, or all for an empty name. What blocks is
// reported, and then nothing is returned, also not the clusters that resolve.
func (s streams) clusters(w *world, name string) ([]*resolve.Cluster, error) {
	all := w.Menu.Clusters()
	if name != "" {
		one, err := w.pick(name)
		if err != nil {
			return nil, err
		}
		all = []*v1alpha1.ValkeyCluster{one}
	}
	wanted := map[menu.Ref]bool{}
	for _, c := range all {
		wanted[menu.ClusterRef(c.Namespace, c.Name)] = true
	}
	if err := s.refuse(w, w.blocking(ofClusters(wanted))); err != nil {
		return nil, err
	}
	resolved := make([]*resolve.Cluster, len(all))
	for i, c := range all {
		var err error
		if resolved[i], err = w.resolver.Cluster(c); err != nil {
			return nil, s.failed(w, c.Namespace, c.Name, err)
		}
		if c.Namespace == "" {
			s.note("%s has no namespace: host names that are made from it are not those of an installation", menu.ClusterRef("", c.Name))
		}
	}
	return resolved, nil
}

// failed reports an error about one cluster at the cluster's place.
func (s streams) failed(w *world, namespace, name string, err error) error {
	place := w.Place(menu.ClusterRef(namespace, name), "metadata.name")
	s.tell(fmt.Sprintf("%s: error: %v", place, err))
	return &reported{exitFindings}
}
