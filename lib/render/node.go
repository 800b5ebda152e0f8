package render

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Member is one node's place in its cluster.
type Member struct {
	// Name of the ValkeyNode and its Pod.
	Name string
	// Shard is the scheduling index, not Valkey's shard id.
	Shard     int32
	Lifecycle v1alpha1.Lifecycle
	// JoinType is one of the names.Join constants, or empty.
	JoinType string
}

// Node is the recipe of one pod as the cluster resolves now. Zone spread is
// stored as it is in force, so that the recipe stays whole when the
// operator-wide default changes; zones are stored sorted, each once. Quantities
// stay as written.
//
// It is an error when a quantity or a setting could not be rendered, or when a
// TLS cluster names no Secret: the recipe is immutable, so a bad one must not be
// written, and one without the Secret would mean plaintext. Each error is an
// [Error].
func Node(c *resolve.Cluster, m Member) (*v1alpha1.ValkeyNode, error) {
	if c.TLS && c.TLSSecret == "" {
		return nil, fail(ReasonTLSSecretInvalid, "rendering ValkeyCluster %q: spec.tls.secretRef is empty", c.Namespace+"/"+c.Name)
	}
	settings, err := nodeSettings(c, m.Name)
	if err != nil {
		return nil, err
	}
	if err := checkResources(c.Config); err != nil {
		return nil, err
	}
	labels := names.ObjectLabels(c.Name)
	if m.JoinType != "" {
		labels[names.LabelJoinType] = m.JoinType
	}
	n := &v1alpha1.ValkeyNode{
		TypeMeta:   metav1.TypeMeta{APIVersion: v1alpha1.APIVersion, Kind: v1alpha1.KindNode},
		ObjectMeta: meta(c.Namespace, m.Name, labels),
		Spec: v1alpha1.ValkeyNodeSpec{
			ClusterName:    c.Name,
			Image:          c.Config.Image.Ref,
			CPU:            c.Config.CPU.Value,
			Memory:         c.Config.Memory.Value,
			ValkeySettings: settings,
			ShardIndex:     m.Shard,
			TLSSecret:      c.TLSSecret,
			Placement:      placement(c),
			Lifecycle:      m.Lifecycle,
		},
	}
	n.Finalizers = []string{names.FinalizerNode}
	return n, nil
}

func placement(c *resolve.Cluster) *v1alpha1.Placement {
	p := &v1alpha1.Placement{ZoneSpread: c.ZoneSpread}
	for _, zone := range c.ZoneSet() {
		p.Zones = append(p.Zones, v1alpha1.Zone(zone))
	}
	if len(c.NodeSelector) > 0 {
		p.NodeSelector = make(map[string]v1alpha1.LabelValue, len(c.NodeSelector))
		for key, value := range c.NodeSelector {
			p.NodeSelector[key] = v1alpha1.LabelValue(value)
		}
	}
	return p
}

// nodeSettings are the effective settings of a node. Settings of the menu that
// cannot be rendered are reported with the config that supplied them.
func nodeSettings(c *resolve.Cluster, node string) (map[string]v1alpha1.SettingValue, error) {
	effective := c.Settings(node).Settings
	settings := make(map[string]v1alpha1.SettingValue, len(effective))
	for _, s := range effective {
		if _, err := conf.Args(s.Name, s.Value); err != nil {
			return nil, fail(reasonOf(s.Name, s.Value), "rendering a setting of %s: %w", supplier(c, s), err)
		}
		settings[s.Name] = v1alpha1.SettingValue(s.Value)
	}
	return settings, nil
}

// reasonOf is the rule that a setting breaks which is no line of valkey.conf.
func reasonOf(name, value string) resolve.Reason {
	if conf.HasControl(name) || conf.HasControl(value) {
		return ReasonControlCharacter
	}
	return ReasonBadDirectiveValue
}

// supplier names what a setting is to be mended in. Of the settings that no menu
// supplies only the announced host name is made from anything that can be wrong.
func supplier(c *resolve.Cluster, s conf.EffectiveSetting) string {
	if s.Origin == conf.OriginMenu {
		return fmt.Sprintf("ValkeyConfig %q", c.Config.Settings[s.Name].Config)
	}
	return fmt.Sprintf("ValkeyCluster %q with cluster domain %q", c.Namespace+"/"+c.Name, c.Options.ClusterDomain)
}

// NodeConfigMap holds valkey.conf of one node, made from its stored recipe. Whether
// Kubernetes takes one of that size is for the caller to find out. The error is an
// [Error].
func NodeConfigMap(n *v1alpha1.ValkeyNode) (*corev1.ConfigMap, error) {
	text, err := conf.Render(settingsOf(n))
	if err != nil {
		return nil, fail(ReasonBadDirectiveValue, "rendering ConfigMap of ValkeyNode %q: %w", n.Namespace+"/"+n.Name, err)
	}
	return &corev1.ConfigMap{
		TypeMeta: core("ConfigMap"),
		ObjectMeta: meta(n.Namespace, names.NodeConfigMap(n.Name),
			names.NodeLabels(n.Spec.ClusterName, n.Spec.ShardIndex)),
		Data: map[string]string{names.ConfFile: text},
	}, nil
}

func settingsOf(n *v1alpha1.ValkeyNode) map[string]string {
	settings := make(map[string]string, len(n.Spec.ValkeySettings))
	for name, value := range n.Spec.ValkeySettings {
		settings[name] = string(value)
	}
	return settings
}

// zonesOf are the zones of a node, sorted, each once.
func zonesOf(p *v1alpha1.Placement) []string {
	zones := make([]string, len(p.Zones))
	for i, zone := range p.Zones {
		zones[i] = string(zone)
	}
	slices.Sort(zones)
	return slices.Compact(zones)
}

func nodeSelectorOf(p *v1alpha1.Placement) map[string]string {
	if len(p.NodeSelector) == 0 {
		return nil
	}
	selector := make(map[string]string, len(p.NodeSelector))
	for key, value := range p.NodeSelector {
		selector[key] = string(value)
	}
	return selector
}
