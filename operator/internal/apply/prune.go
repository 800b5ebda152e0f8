package apply

import (
	"context"
	"errors"
	"fmt"
	"slices"

	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

// Prune deletes the PodDisruptionBudgets of a cluster that are ours and not among
// the rendered ones: those of shards that are gone, or all when none is rendered.
// One of somebody else is left alone, even if it carries our labels. It returns
// the names of what it deleted, sorted. One that cannot be deleted does not stop
// the rest.
func (a *Applier) Prune(ctx context.Context, cluster types.NamespacedName, owner metav1.OwnerReference,
	rendered []*policyv1.PodDisruptionBudget) ([]string, error) {
	var list policyv1.PodDisruptionBudgetList
	err := a.Client.List(ctx, &list, client.InNamespace(cluster.Namespace), client.MatchingLabels(names.ObjectLabels(cluster.Name)))
	if err != nil {
		return nil, fmt.Errorf("listing PodDisruptionBudgets of ValkeyCluster %q: %w", cluster.String(), err)
	}
	keep := make(map[string]bool, len(rendered))
	for _, b := range rendered {
		keep[b.Name] = true
	}
	var deleted []string
	var failed []error
	for i := range list.Items {
		b := &list.Items[i]
		if keep[b.Name] || checkOwner(b, owner) != nil {
			continue
		}
		if err := a.deleteBudget(ctx, b); err != nil {
			failed = append(failed, err)
			continue
		}
		failpoint.Reached(failpoint.DeleteBudget)
		deleted = append(deleted, b.Name)
	}
	slices.Sort(deleted)
	return deleted, errors.Join(failed...)
}

// deleteBudget deletes the one that was seen, and not one that took its name.
func (a *Applier) deleteBudget(ctx context.Context, b *policyv1.PodDisruptionBudget) error {
	err := a.Client.Delete(ctx, b, client.Preconditions{UID: &b.UID})
	if err != nil && !apierrors.IsNotFound(err) {
		return fmt.Errorf("deleting %s: %w", titleOf("PodDisruptionBudget", b.Namespace, b.Name), err)
	}
	return nil
}
