//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	authorizationv1 "k8s.io/api/authorization/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// TestPermissions asks the API server what the operator's ServiceAccount may do,
// in its own namespace and in another: what the table of the docs lists, and
// nothing else.
func TestPermissions(t *testing.T) {
	listed, err := os.ReadFile(filepath.Join("..", "deploy", "testdata", "permissions.md"))
	if err != nil {
		t.Fatal(err)
	}
	config := rest.CopyConfig(bed.config)
	config.Impersonate = rest.ImpersonationConfig{UserName: operatorUser, Groups: []string{
		"system:serviceaccounts", "system:serviceaccounts:valkey-operator", "system:authenticated",
	}}
	asOperator, err := client.New(config, client.Options{Scheme: clientgoscheme.Scheme})
	if err != nil {
		t.Fatal(err)
	}
	for _, ns := range []string{"valkey-operator", namespace(t)} {
		review := &authorizationv1.SelfSubjectRulesReview{Spec: authorizationv1.SelfSubjectRulesReviewSpec{Namespace: ns}}
		if err := asOperator.Create(t.Context(), review); err != nil {
			t.Fatal(err)
		}
		if review.Status.Incomplete || len(review.Status.ResourceRules) == 0 {
			t.Fatalf("the answer is incomplete: %+v", review.Status)
		}
		for _, rule := range review.Status.ResourceRules {
			for _, group := range rule.APIGroups {
				if strings.HasPrefix(group, "authorization.k8s.io") || strings.HasPrefix(group, "authentication.k8s.io") {
					continue // what every account may ask about itself
				}
				for _, resource := range rule.Resources {
					inTable(t, string(listed), group, resource, rule.Verbs, ns)
				}
			}
		}
	}
}

// inTable demands a row of the table that names the resource and all its verbs.
func inTable(t *testing.T, table, group, resource string, verbs []string, ns string) {
	t.Helper()
	for row := range strings.Lines(table) {
		words := strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune("| `,\n", r) })
		if !slices.Contains(words, resource) || group != "" && !slices.Contains(words, group) {
			continue
		}
		if !slices.ContainsFunc(verbs, func(v string) bool { return !slices.Contains(words, v) }) {
			return
		}
	}
	t.Errorf("in namespace %s the operator may %v %q of group %q, which the table does not list", ns, verbs, resource, group)
}
