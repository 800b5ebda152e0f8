package impact

import (
	"fmt"
	"strconv"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

func (p pair) podAnnotations() []Change {
	b, a := p.before.PodAnnotations, p.after.PodAnnotations
	var changes []Change
	for _, key := range union(b, a) {
		before, had := b[key]
		after, has := a[key]
		if had == has && before == after {
			continue
		}
		reason := "running pods are patched"
		if !has {
			reason = "running pods keep it, and lose it when they are next replaced"
		}
		c := Change{Effect: InPlace, Path: at("podAnnotations", key), Before: before, After: after, Reason: reason}
		field := fmt.Sprintf("spec.podAnnotations[%q]", key)
		if had {
			c.BeforeSource = fromCluster(p.before, field)
		}
		if has {
			c.AfterSource = fromCluster(p.after, field)
		}
		changes = append(changes, c)
	}
	return changes
}

// zoneSpread never rolls: it only decides where pods are put that are created
// later.
func (p pair) zoneSpread() []Change {
	b, a := p.before, p.after
	effect, reason := FuturePods, "pods that run stay where they are"
	if b.ZoneSpread == a.ZoneSpread {
		if b.ZoneSpreadDefault == a.ZoneSpreadDefault {
			return nil
		}
		effect, reason = None, "the same mode as the operator-wide default"
	}
	return []Change{{
		Effect: effect, Path: "placement.zoneSpread", Before: string(b.ZoneSpread), After: string(a.ZoneSpread),
		BeforeSource: spreadSource(b), AfterSource: spreadSource(a), Reason: reason,
	}}
}

func spreadSource(c *resolve.Cluster) Source {
	if c.ZoneSpreadDefault {
		return Source{Origin: FromOperator}
	}
	return fromCluster(c, "spec.placement.zoneSpread")
}

// options compares what the installation decides, apart from the zone spread.
func (p pair) options() []Change {
	b, a := p.before.Options, p.after.Options
	operator := Source{Origin: FromOperator}
	var changes []Change
	if before, after := podUser(b.PodUser), podUser(a.PodUser); before != after {
		changes = append(changes, Change{
			Effect: FuturePods, Path: "podUser", Before: before, After: after,
			BeforeSource: operator, AfterSource: operator, Reason: "pods that run keep their user",
		})
	}
	if b.ClusterDomain != a.ClusterDomain {
		effect, reason := None, "no setting of a cluster without TLS holds the domain"
		if p.after.TLS {
			effect, reason = Rolling, "every node announces a name in the domain; certificates must hold it too"
		}
		changes = append(changes, Change{
			Effect: effect, Path: "clusterDomain", Before: b.ClusterDomain, After: a.ClusterDomain,
			BeforeSource: operator, AfterSource: operator, Reason: reason,
		})
	}
	return changes
}

func podUser(u *int64) string {
	if u == nil {
		return "unset"
	}
	return strconv.FormatInt(*u, 10)
}

// tlsSecret compares the name. What the Secret holds is not known here.
func (p pair) tlsSecret() []Change {
	b, a := p.before.TLSSecret, p.after.TLSSecret
	if b == a {
		return nil
	}
	return []Change{p.fromClusters(InPlace, "tls.secretRef", b, a,
		"no pod is replaced for it; a pod that runs mounts the Secret it was created with, so keep the old one until it is replaced")}
}

// rejected is the one change that the API server refuses.
func rejected(before, after State) (Change, bool) {
	if before.Object == nil || after.Object == nil || before.Unread {
		return Change{}, false
	}
	b, a := before.Object.Spec.TLS, after.Object.Spec.TLS
	if (b == nil) == (a == nil) {
		return Change{}, false
	}
	verb := "added"
	if a == nil {
		verb = "removed"
	}
	c := Change{
		Effect: Rejected, Path: "tls", Before: secretRef(b), After: secretRef(a),
		Reason: fmt.Sprintf("tls cannot be %s: its presence is immutable, so a new cluster is needed", verb),
	}
	here := Source{Origin: FromCluster, Object: before.ref(), Path: "spec.tls"}
	if b != nil {
		c.BeforeSource = here
	}
	if a != nil {
		c.AfterSource = here
	}
	return c, true
}

func secretRef(t *v1alpha1.TLS) string {
	if t == nil {
		return ""
	}
	return "secretRef " + t.SecretRef
}

func paused(before, after State) []Change {
	b, a := before.paused(), after.paused()
	if b == a {
		return nil
	}
	reason := "the operator goes on with whatever waited"
	if a {
		reason = "the operator only keeps up users, certificates and status"
	}
	field := at("metadata.annotations", names.AnnotationPaused)
	here := Source{Origin: FromCluster, Object: after.ref(), Path: field}
	return []Change{{
		Effect: InPlace, Path: field,
		Before: strconv.FormatBool(b), After: strconv.FormatBool(a), BeforeSource: here, AfterSource: here, Reason: reason,
	}}
}
