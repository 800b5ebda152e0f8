//go:build e2e

package apply

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	authorizationv1 "k8s.io/api/authorization/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// access is what this package asks of the API server, beside the list and watch
// of a cache.
func access() []string {
	var all []string
	for resource, verbs := range map[string]string{
		"/services": "get create patch", "/configmaps": "get create patch", "/secrets": "get create patch",
		"/pods": "get create patch", "policy/poddisruptionbudgets": "get list create patch delete",
		v1alpha1.Group + "/valkeynodes": "get create patch", v1alpha1.Group + "/valkeyclusters": "patch",
	} {
		for verb := range strings.FieldsSeq(verbs) {
			all = append(all, resource+" "+verb)
		}
	}
	slices.Sort(all)
	return all
}

// TestLeastAccess: with this access everything works, and without any part of it
// something does not.
func TestLeastAccess(t *testing.T) {
	s := shared
	all := access()
	if err := s.everything(t, "all", all); err != nil {
		t.Errorf("with all of it: %v", err)
	}
	for i, part := range all {
		rest := slices.Delete(slices.Clone(all), i, i+1)
		if err := s.everything(t, fmt.Sprintf("without-%d", i), rest); !apierrors.IsForbidden(err) {
			t.Errorf("without %q: error %v, want Forbidden", part, err)
		}
	}
}

// everything calls all of the package as a user with this access.
func (s *server) everything(t *testing.T, user string, access []string) error {
	t.Helper()
	s.grant(t, user, access)
	defer s.empty(t)
	c := &v1alpha1.ValkeyCluster{}
	c.Namespace, c.Name, c.Spec.ConfigRef, c.Spec.Shards = cacheKey().Namespace, cacheKey().Name, "standard", 1
	if err := s.people.Create(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	config := rest.CopyConfig(s.config)
	config.Impersonate = rest.ImpersonationConfig{UserName: user}
	as, err := client.New(config, client.Options{Scheme: s.scheme})
	if err != nil {
		t.Fatal(err)
	}
	as = listsAtOnce{as}
	a := &Applier{Client: as, APIReader: as}
	return errors.Join(s.applyAll(t, a, c), s.createAll(t, a, c))
}

// listsAtOnce takes the list that the API server has at hand: a fresh one takes
// seconds on an etcd before 3.5.
type listsAtOnce struct{ client.Client }

func (c listsAtOnce) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	atHand := &client.ListOptions{Raw: &metav1.ListOptions{ResourceVersion: "0"}}
	return c.Client.List(ctx, list, append(options, atHand)...)
}

func (s *server) applyAll(t *testing.T, a *Applier, c *v1alpha1.ValkeyCluster) error {
	t.Helper()
	o := render.ClusterOwner(c.Name, c.UID)
	var failed []error
	for _, desired := range applicable() {
		_, err := a.Object(t.Context(), desired, o)
		failed = append(failed, err)
	}
	_, pruned := a.Prune(t.Context(), cacheKey(), o, nil)
	_, _, made := a.AuthSecret(t.Context(), cacheKey(), o, false)
	secret := authSecret()
	if s.people.Get(t.Context(), client.ObjectKeyFromObject(secret), secret) == nil {
		delete(secret.Data, names.PrimaryAuthFile)
		if err := s.people.Update(t.Context(), secret); err != nil {
			t.Fatal(err)
		}
	}
	_, _, completed := a.AuthSecret(t.Context(), cacheKey(), o, false)
	_, finalized := a.AddFinalizer(t.Context(), c, names.FinalizerCluster)
	_, freed := a.RemoveFinalizer(t.Context(), c, names.FinalizerCluster)
	return errors.Join(append(failed, pruned, made, completed, finalized, freed)...)
}

func (s *server) createAll(t *testing.T, a *Applier, c *v1alpha1.ValkeyCluster) error {
	t.Helper()
	node := valkeyNode(t, "cache-0a1b2", render.ClusterOwner(c.Name, c.UID))
	node.Finalizers = nil
	p := pod(t, node)
	render.Own(p, node.OwnerReferences[0]) // one that is there, or the garbage collector is faster
	var failed []error
	for _, object := range []client.Object{node, node, p, p} {
		_, err := a.Create(t.Context(), object)
		failed = append(failed, err)
	}
	_, annotated := a.PodAnnotations(t.Context(), p, map[string]string{"more": "x"})
	if s.people.Get(t.Context(), client.ObjectKeyFromObject(node), node) == nil {
		_, finalized := a.AddFinalizer(t.Context(), node, names.FinalizerNode)
		_, freed := a.RemoveFinalizer(t.Context(), node, names.FinalizerNode)
		failed = append(failed, finalized, freed)
	}
	return errors.Join(append(failed, annotated)...)
}

// grant gives a user this access and waits until the API server knows.
func (s *server) grant(t *testing.T, user string, access []string) {
	t.Helper()
	role := &rbacv1.Role{ObjectMeta: metav1.ObjectMeta{Namespace: cacheKey().Namespace, Name: user}}
	for _, part := range access {
		resource, verb, _ := strings.Cut(part, " ")
		group, plural, _ := strings.Cut(resource, "/")
		role.Rules = append(role.Rules, rbacv1.PolicyRule{APIGroups: []string{group}, Resources: []string{plural}, Verbs: []string{verb}})
	}
	binding := &rbacv1.RoleBinding{
		ObjectMeta: role.ObjectMeta,
		Subjects:   []rbacv1.Subject{{Kind: rbacv1.UserKind, APIGroup: rbacv1.GroupName, Name: user}},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: user},
	}
	for _, object := range []client.Object{role, binding} {
		if err := s.people.Create(t.Context(), object); err != nil {
			t.Fatal(err)
		}
	}
	last := role.Rules[len(role.Rules)-1]
	until(t, "the access is known", func() bool {
		review := &authorizationv1.SubjectAccessReview{Spec: authorizationv1.SubjectAccessReviewSpec{
			User: user,
			ResourceAttributes: &authorizationv1.ResourceAttributes{
				Namespace: role.Namespace, Verb: last.Verbs[0], Group: last.APIGroups[0], Resource: last.Resources[0],
			},
		}}
		return s.people.Create(t.Context(), review) == nil && review.Status.Allowed
	})
}
