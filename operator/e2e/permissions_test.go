//go:build e2e

package e2e

import (
	"maps"
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

// operatorNamespace is where the operator and its Role for the lease are.
const operatorNamespace = "valkey-operator"

// grant is one verb on one resource. The group of core is empty.
type grant struct{ group, resource, verb string }

type grants map[grant]bool

// beyond lists what of the grants is not in others.
func (g grants) beyond(others grants) []string {
	var all []string
	for one := range g {
		if !others[one] {
			all = append(all, strings.TrimSpace(one.verb+" "+one.resource+" "+one.group))
		}
	}
	slices.Sort(all)
	return all
}

// TestPermissions asks the API server what the operator's ServiceAccount may do,
// in its own namespace and in another: all that the table of the docs lists, and
// nothing else but what any account may.
func TestPermissions(t *testing.T) {
	t.Parallel()
	table := permissionsTable(t)
	for _, ns := range []string{operatorNamespace, namespace(t)} {
		anybody := allowed(t, ns, "system:serviceaccount:"+ns+":nobody-knows-me")
		got, want := allowed(t, ns, operatorUser, "system:serviceaccounts:"+operatorNamespace), listed(t, table, ns)
		maps.DeleteFunc(got, func(g grant, _ bool) bool { return anybody[g] && !want[g] })
		if more := got.beyond(want); len(more) > 0 {
			t.Errorf("in namespace %s the operator may do what the table does not list: %q", ns, more)
		}
		if less := want.beyond(got); len(less) > 0 {
			t.Errorf("in namespace %s the operator may not do what the table lists: %q", ns, less)
		}
		if len(want) < 40 || len(anybody) == 0 {
			t.Errorf("the table lists %d permissions and any account has %d: there are more", len(want), len(anybody))
		}
	}
}

// TestPermissionsTableIsRead: a verb of the prose, of another row, another group or
// another section is not listed.
func TestPermissionsTableIsRead(t *testing.T) {
	t.Parallel()
	table := permissionsTable(t)
	for name, k := range map[string]struct {
		ns   string
		may  grants
		want string
	}{
		"secrets, which the prose says are not listed": {"team", grants{{"", "secrets", "get"}: true, {"", "secrets", "list"}: true, {"", "secrets", "watch"}: true},
			"list secrets, watch secrets"},
		"nodes of core, beside the valkeynodes": {"team", grants{{"", "nodes", "get"}: true, {"", "nodes", "create"}: true, {"", "nodes", "patch"}: true, {"", "nodes", "delete"}: true},
			"create nodes, delete nodes, patch nodes"},
		"the events of core elsewhere":   {"team", grants{{"", "events", "create"}: true}, "create events"},
		"the events of core with us":     {operatorNamespace, grants{{"", "events", "create"}: true}, ""},
		"pods of another group":          {"team", grants{{"metrics.k8s.io", "pods", "get"}: true}, "get pods metrics.k8s.io"},
		"a subresource":                  {"team", grants{{"", "pods/exec", "create"}: true}, "create pods/exec"},
		"everything":                     {"team", grants{{"*", "*", "*"}: true}, "* * *"},
		"a cluster's status, not itself": {"team", grants{{"valkey.gomomento.com", "valkeyclusters", "update"}: true}, "update valkeyclusters valkey.gomomento.com"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(k.may.beyond(listed(t, table, k.ns)), ", "); got != k.want {
				t.Errorf("not listed is %q, want %q", got, k.want)
			}
		})
	}
}

func permissionsTable(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "deploy", "testdata", "permissions.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// listed reads the grants of the table that count in a namespace, by the columns
// for group, resource and verbs. A section of a Role counts in its namespace alone.
func listed(t *testing.T, table, ns string) grants {
	t.Helper()
	all, counts := grants{}, false
	for line := range strings.Lines(table) {
		if heading, found := strings.CutPrefix(line, "### "); found {
			_, of, isRole := strings.Cut(heading, " in the namespace ")
			counts = !isRole || strings.Trim(of, "`\n") == ns
		}
		row := strings.Split(line, "|")
		if !counts || len(row) < 5 || strings.Contains(row[1], "---") || strings.Contains(row[1], "API group") {
			continue
		}
		groups := cells(row[1])
		if len(groups) != 1 {
			t.Fatalf("the row %q has not one group", line)
		}
		if groups[0] == "core" {
			groups[0] = ""
		}
		for _, resource := range cells(row[2]) {
			for _, verb := range cells(row[3]) {
				all[grant{groups[0], resource, verb}] = true
			}
		}
	}
	return all
}

// cells are the words of a cell, which stand between commas.
func cells(text string) []string {
	var all []string
	for word := range strings.SplitSeq(text, ",") {
		all = append(all, strings.Trim(word, " `"))
	}
	return all
}

// allowed asks the API server what an account may do in a namespace.
func allowed(t *testing.T, ns, user string, groups ...string) grants {
	t.Helper()
	config := rest.CopyConfig(bed.config)
	config.Impersonate = rest.ImpersonationConfig{UserName: user, Groups: append(groups, "system:serviceaccounts", "system:authenticated")}
	as, err := client.New(config, client.Options{Scheme: clientgoscheme.Scheme})
	if err != nil {
		t.Fatal(err)
	}
	review := &authorizationv1.SelfSubjectRulesReview{Spec: authorizationv1.SelfSubjectRulesReviewSpec{Namespace: ns}}
	if err := as.Create(t.Context(), review); err != nil {
		t.Fatal(err)
	}
	if review.Status.Incomplete || len(review.Status.ResourceRules) == 0 {
		t.Fatalf("the answer is incomplete: %+v", review.Status)
	}
	all := grants{}
	for _, rule := range review.Status.ResourceRules {
		for _, group := range rule.APIGroups {
			for _, resource := range rule.Resources {
				for _, verb := range rule.Verbs {
					all[grant{group, resource, verb}] = true
				}
			}
		}
	}
	for _, rule := range review.Status.NonResourceRules {
		for _, path := range rule.NonResourceURLs {
			for _, verb := range rule.Verbs {
				all[grant{"", path, verb}] = true
			}
		}
	}
	return all
}
