package observe

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// hosts tells which hosts are Ready; one that is not listed is gone.
type hosts map[string]bool

func readHosts(ctx context.Context, r client.Reader) (hosts, error) {
	var list corev1.NodeList
	if err := r.List(ctx, &list, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("listing hosts: %w", err)
	}
	h := make(hosts, len(list.Items))
	for i := range list.Items {
		h[list.Items[i].Name] = HostReady(&list.Items[i])
	}
	return h, nil
}

func (h hosts) ready(name string) bool { return h[name] }

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
