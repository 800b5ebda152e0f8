package docs_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

func entry(name, image, base string, acl ...v1alpha1.ACLBinding) v1alpha1.ValkeyConfig {
	return v1alpha1.ValkeyConfig{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec:       v1alpha1.ValkeyConfigSpec{ImageRef: image, BaseRef: base, ACL: acl},
	}
}

func user(role string) v1alpha1.ACLBinding {
	return v1alpha1.ACLBinding{Username: "username", Permissions: []v1alpha1.Permission{{RoleRef: role}}}
}

// broken returns an error for each row of the table: what is named <name>,
// <role> or <username> there is called so here.
func broken(t *testing.T) map[string]resolve.Errors {
	t.Helper()
	image := v1alpha1.ValkeyImage{
		ObjectMeta: metav1.ObjectMeta{Name: "image"},
		Spec:       v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.1.2", Version: "9.1.2"},
	}
	role := v1alpha1.ValkeyRole{ObjectMeta: metav1.ObjectMeta{Name: "known"}}
	m := menu.New(menu.Objects{
		Images: []v1alpha1.ValkeyImage{image}, Roles: []v1alpha1.ValkeyRole{role},
		Configs: []v1alpha1.ValkeyConfig{
			entry("dangling-image", "name", ""), entry("name", "", ""), entry("cycle", "", "cycle"),
			entry("dangling-base", "image", "nowhere"), entry("good", "image", "", user("known")),
		},
	})
	resolver := resolve.New(m, resolve.DefaultOptions())
	failed := map[string]resolve.Errors{}
	for name, spec := range map[string]v1alpha1.ValkeyClusterSpec{
		"config": {ConfigRef: "no-name"}, "base": {ConfigRef: "dangling-base"}, "image": {ConfigRef: "dangling-image"},
		"no image": {ConfigRef: "name"}, "cycle": {ConfigRef: "cycle"},
		"role":      {ConfigRef: "good", ACL: []v1alpha1.ACLBinding{{Username: "other", Permissions: []v1alpha1.Permission{{RoleRef: "role"}}}}},
		"duplicate": {ConfigRef: "good", ACL: []v1alpha1.ACLBinding{user("known")}},
	} {
		_, err := resolver.Cluster(&v1alpha1.ValkeyCluster{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}, Spec: spec})
		var errs resolve.Errors
		if !errors.As(err, &errs) {
			t.Fatalf("%s: error %v, want one of type Errors", name, err)
		}
		failed[name] = errs
	}
	return failed
}

func TestErrorTexts(t *testing.T) {
	table := only(t, read(t, "resolution.md"), "## Errors")
	found := map[string]bool{}
	for name, errs := range broken(t) {
		for _, err := range errs {
			rule, known := lint.Lookup(string(err.Reason))
			if !known {
				t.Errorf("%s: no rule is named %s", name, err.Reason)
			}
			text := rowOf(table, rule.ID)
			if text == "" || !matches(text, err.Message) {
				t.Errorf("%s: message %q, and the page has %q for %s", name, err.Message, text, rule.ID)
			}
			found[text] = true
		}
	}
	if len(found) != len(table) {
		t.Errorf("%d of %d texts of the page were seen", len(found), len(table))
	}
}

func rowOf(table [][]string, rule string) string {
	for _, row := range table {
		if strings.Contains(row[2], rule) {
			return bare(row[0])
		}
	}
	return ""
}

// matches compares the message with the text, in which <name> stands for a
// name. Detail after a colon is not fixed.
func matches(text, message string) bool {
	fixed := regexp.MustCompile(`<[a-z]+>`).ReplaceAllString(regexp.QuoteMeta(text), `[^"]+`)
	return regexp.MustCompile(`^` + fixed + `(: |$)`).MatchString(message)
}
