package resolve

import (
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// Resolver resolves the configs and clusters of one menu and remembers each
// config, since many clusters share one. It is not safe for concurrent use.
type Resolver struct {
	menu    *menu.Menu
	options Options
	configs map[string]outcome
}

type outcome struct {
	config *Config
	err    *Error
}

// New returns a resolver over the menu.
func New(m *menu.Menu, o Options) *Resolver {
	return &Resolver{menu: m, options: o, configs: map[string]outcome{}}
}

// Options returns the options that it resolves with.
func (r *Resolver) Options() Options { return r.options }

// Menu returns the menu that is resolved.
func (r *Resolver) Menu() *menu.Menu { return r.menu }

// Config resolves the chain of the named config. The result is shared: callers
// must not change it. The error of a config that does not exist has no Object,
// since only the caller knows who asked.
func (r *Resolver) Config(name string) (*Config, *Error) {
	known, ok := r.configs[name]
	if !ok {
		known.config, known.err = applyChain(r.menu, name)
		r.configs[name] = known
	}
	return known.config, known.err
}

// Cluster resolves one cluster, which need not be in the menu. The error, if
// any, is of type Errors.
func (r *Resolver) Cluster(c *v1alpha1.ValkeyCluster) (*Cluster, error) {
	if c.Spec.ConfigRef == "" {
		// An object that still waits for its name must not be taken for it.
		return nil, Errors{askedBy(c, configNotFound(ReasonConfigNotFound, menu.Ref{}, "", ""))}
	}
	config, err := r.Config(c.Spec.ConfigRef)
	if err != nil {
		return nil, Errors{askedBy(c, err)}
	}
	bindings, roles, errs := users(r.menu, config, c)
	if len(errs) > 0 {
		return nil, errs
	}
	resolved := &Cluster{
		Namespace: c.Namespace, Name: c.Name, Options: r.options, Config: config, Users: bindings, Roles: roles,
		Shards: c.Spec.Shards, ReplicasPerShard: c.Spec.ReplicasPerShard,
		ZoneSpread: r.options.DefaultZoneSpread, ZoneSpreadDefault: true,
		PodAnnotations: plain(c.Spec.PodAnnotations),
	}
	if c.Spec.TLS != nil {
		resolved.TLS, resolved.TLSSecret = true, c.Spec.TLS.SecretRef
	}
	if p := c.Spec.Placement; p != nil {
		resolved.place(p)
	}
	return resolved, nil
}

// askedBy names the cluster's own reference in the error of a config that does
// not exist; every other error already names the config that is to be mended.
func askedBy(c *v1alpha1.ValkeyCluster, err *Error) *Error {
	if err.Reason != ReasonConfigNotFound {
		return err
	}
	asked := *err
	asked.Object, asked.Path = menu.ClusterRef(c.Namespace, c.Name), "spec.configRef"
	return &asked
}
