package observe

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// hosts are those that there are, by name.
type hosts map[string]host

type host struct {
	ready bool
	zone  string
}

func readHosts(ctx context.Context, r client.Reader) (hosts, error) {
	var list corev1.NodeList
	if err := r.List(ctx, &list, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("listing hosts: %w", err)
	}
	h := make(hosts, len(list.Items))
	for i := range list.Items {
		n := &list.Items[i]
		h[n.Name] = host{ready: HostReady(n), zone: n.Labels[corev1.LabelTopologyZone]}
	}
	return h, nil
}

// ready reports whether a host is Ready; one that is gone is not.
func (h hosts) ready(name string) bool { return h[name].ready }

func (h hosts) zone(name string) string { return h[name].zone }

// HostReady reports whether the kubelet of the host reports in. What is not known
// of a host that exists counts as Ready: a fence must be known.
func HostReady(host *corev1.Node) bool {
	for _, c := range host.Status.Conditions {
		if c.Type == corev1.NodeReady {
			return c.Status == corev1.ConditionTrue
		}
	}
	return true
}
