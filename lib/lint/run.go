package lint

import (
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Run raises the findings of every rule that this package checks, in the order
// of Finding.Compare. The same input always gives the same findings, whatever
// the order of its objects.
func Run(in Input) []Finding {
	r := newRun(in)
	var all []Finding
	for _, rule := range Rules() {
		if rule.check == nil || in.Severities[rule.ID] == Off {
			continue
		}
		for _, f := range rule.check(r) {
			f.Rule = rule.ID
			all = append(all, f)
		}
	}
	return Apply(all, in)
}

// run holds what several rules need, gathered once.
type run struct {
	in       Input
	menu     *menu.Menu
	resolver *resolve.Resolver
	// clusters with what they resolve to.
	clusters []cluster
	// resolved are the configs that resolve: each can be selected. leaves are
	// those of them that a cluster selects or no config inherits from: what the
	// others lack may well be left to the configs that inherit from them.
	resolved, leaves []*resolve.Config
	// selected says which configs clusters select, inherited which ones are the
	// base of another.
	selected, inherited map[string]bool
	// tls holds the configs that TLS clusters select, with the length in bytes
	// of the longest host name that one of their nodes announces.
	tls      map[string]int
	errors   map[resolve.Reason][]*resolve.Error
	settings []setting
	versions map[string]roleVersions
}

// cluster is a cluster of the menu and what it resolves to, if it does.
type cluster struct {
	*v1alpha1.ValkeyCluster
	resolved *resolve.Cluster
	err      error
}

func newRun(in Input) *run {
	if in.Menu == nil {
		in.Menu = menu.New(menu.Objects{})
	}
	r := &run{
		in: in, menu: in.Menu, resolver: resolve.New(in.Menu, in.Options),
		selected: map[string]bool{}, inherited: map[string]bool{}, tls: map[string]int{},
	}
	for _, c := range in.Menu.Clusters() {
		resolved, err := r.resolver.Cluster(c)
		r.clusters = append(r.clusters, cluster{c, resolved, err})
		r.selected[c.Spec.ConfigRef] = true
		if c.Spec.TLS != nil {
			r.tls[c.Spec.ConfigRef] = max(r.tls[c.Spec.ConfigRef], len(r.anyPodDNS(c)))
		}
	}
	for _, c := range in.Menu.Configs() {
		r.inherited[c.Spec.BaseRef] = true
	}
	for _, c := range in.Menu.Configs() {
		resolved, err := r.resolver.Config(c.Name)
		if err != nil {
			continue
		}
		r.resolved = append(r.resolved, resolved)
		if r.isLeaf(c.Name) {
			r.leaves = append(r.leaves, resolved)
		}
	}
	r.errors = r.gatherErrors()
	r.settings = r.gatherSettings()
	r.versions = r.gatherRoleVersions()
	return r
}

// isLeaf reports whether a config has to be complete in itself.
func (r *run) isLeaf(config string) bool { return r.selected[config] || !r.inherited[config] }

// open reports whether a value is still to be substituted by a later step.
func (r *run) open(value string) bool {
	return r.in.Placeholder != nil && r.in.Placeholder(value)
}

// anyPodDNS is as long as the DNS name of every pod of the cluster.
func (r *run) anyPodDNS(c *v1alpha1.ValkeyCluster) string {
	const anySuffix = "00000"
	return names.PodDNS(names.Node(c.Name, anySuffix), c.Name, c.Namespace, r.in.Options.ClusterDomain)
}
