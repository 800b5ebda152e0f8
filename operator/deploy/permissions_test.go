package deploy

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	rbacv1 "k8s.io/api/rbac/v1"
)

// grants maps group/resource to the verbs, in the order of the table.
type grants map[string]string

func granted(t *testing.T, rules []rbacv1.PolicyRule) grants {
	t.Helper()
	all := grants{}
	for _, rule := range rules {
		if len(rule.NonResourceURLs) > 0 || len(rule.ResourceNames) > 0 {
			t.Errorf("a rule that the table cannot say: %v", rule)
		}
		for _, group := range rule.APIGroups {
			for _, resource := range rule.Resources {
				all.add(t, group, resource, strings.Join(rule.Verbs, ", "))
			}
		}
	}
	return all
}

func (g grants) add(t *testing.T, group, resource, verbs string) {
	t.Helper()
	if strings.Contains(group+resource+verbs, "*") {
		t.Errorf("%s/%s: %s: a wildcard also grants what comes later", group, resource, verbs)
	}
	if _, twice := g[group+"/"+resource]; twice {
		t.Errorf("%s/%s stands in two rules", group, resource)
	}
	g[group+"/"+resource] = verbs
}

// row is one line of testdata/permissions.md.
type row struct{ role, group, resources, verbs, variant string }

// documented reads the table. The words around resources are those of Markdown.
func documented(t *testing.T) []row {
	t.Helper()
	text, err := os.ReadFile("testdata/permissions.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	role := ""
	for line := range strings.Lines(string(text)) {
		if heading, ok := strings.CutPrefix(line, "### "); ok {
			role = strings.Split(heading, "`")[1]
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) < 4 || strings.Contains(line, "API group") || strings.Contains(line, "---") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(strings.ReplaceAll(cells[i], "`", ""))
		}
		r := row{role: role, group: cells[0], resources: cells[1], verbs: cells[2]}
		if r.group == "core" {
			r.group = ""
		}
		if cells[3] == "" {
			t.Errorf("%s: no reason is given", r.resources)
		}
		if len(cells) > 4 {
			r.variant = cells[4]
		}
		rows = append(rows, r)
	}
	return rows
}

// grants of the rows that the filter keeps.
func (r row) grant(t *testing.T, to grants) {
	t.Helper()
	for resource := range strings.SplitSeq(r.resources, ", ") {
		to.add(t, r.group, resource, r.verbs)
	}
}

func table(t *testing.T, keep func(row) bool) grants {
	t.Helper()
	all := grants{}
	for _, r := range documented(t) {
		if keep(r) {
			r.grant(t, all)
		}
	}
	if len(all) == 0 {
		t.Fatal("the table has no such row")
	}
	return all
}

// TestPermissionsAreTheTable: what the roles grant is what the table says, in base and in the namespaced variant.
func TestPermissionsAreTheTable(t *testing.T) {
	ofRole := func(name string) func(row) bool { return func(r row) bool { return r.role == name } }
	inVariant := func(word string) func(row) bool { return func(r row) bool { return r.variant == word } }
	all, chosen := variant(t, "base"), variant(t, "namespaced")
	const lease = "valkey-operator-leader-election"
	cases := map[string]struct {
		want  grants
		rules []rbacv1.PolicyRule
	}{
		"base":                       {table(t, ofRole("valkey-operator")), only[rbacv1.ClusterRole](t, all, "ClusterRole", "", "valkey-operator").Rules},
		"base, own namespace":        {table(t, ofRole(lease)), only[rbacv1.Role](t, all, "Role", "valkey-operator", lease).Rules},
		"namespaced":                 {table(t, inVariant("ClusterRole")), only[rbacv1.ClusterRole](t, chosen, "ClusterRole", "", "valkey-operator").Rules},
		"namespaced, in a namespace": {table(t, inVariant("Role")), only[rbacv1.Role](t, chosen, "Role", "my-app", "valkey-operator").Rules},
		"namespaced, own namespace":  {table(t, ofRole(lease)), only[rbacv1.Role](t, chosen, "Role", "valkey-operator", lease).Rules},
	}
	for name, c := range cases {
		if diff := cmp.Diff(c.want, granted(t, c.rules)); diff != "" {
			t.Errorf("%s (-table +roles):\n%s", name, diff)
		}
	}
}

// TestVariantWordsAreKnown: a word that no test looks for would hide a rule.
func TestVariantWordsAreKnown(t *testing.T) {
	for _, r := range documented(t) {
		if r.role == "valkey-operator" && !slices.Contains([]string{"ClusterRole", "Role", "none"}, r.variant) {
			t.Errorf("%s: %q", r.resources, r.variant)
		}
	}
}

// TestSecretsAreNeverListed: neither list nor watch, in no variant.
func TestSecretsAreNeverListed(t *testing.T) {
	for name := range variants {
		for _, o := range variant(t, name) {
			if o.GetKind() != "Role" && o.GetKind() != "ClusterRole" {
				continue
			}
			role := only[rbacv1.ClusterRole](t, objects{o}, o.GetKind(), o.GetNamespace(), o.GetName())
			for _, rule := range role.Rules {
				if slices.Contains(rule.Resources, "secrets") && (slices.Contains(rule.Verbs, "list") || slices.Contains(rule.Verbs, "watch")) {
					t.Errorf("%s: %s %s may list secrets", name, o.GetKind(), o.GetName())
				}
			}
		}
	}
}
