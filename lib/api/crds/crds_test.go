package crds_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"

	"github.com/valkey-menu/valkey-menu/lib/api/crds"
)

func TestSizeOfAllTogether(t *testing.T) {
	const want = 200 << 10
	if got := len(strings.Join(crds.All(), "")); got >= want {
		t.Errorf("got %d bytes, want less than %d", got, want)
	}
}

func TestOrder(t *testing.T) {
	var got []string
	for _, document := range crds.All() {
		if !strings.HasPrefix(document, "---\n") {
			t.Errorf("a document starts with %.20q, want a --- line", document)
		}
		_, after, _ := strings.Cut(document, "\n    kind: ")
		kind, _, _ := strings.Cut(after, "\n")
		got = append(got, kind)
	}
	want := []string{"ValkeyImage", "ValkeyConfig", "ValkeyRole", "ValkeyCluster", "ValkeyNode"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

type face struct {
	Plural, Singular, List string
	Scope                  apiextensionsv1.ResourceScope
	Columns                []string // name, type and path, in order
	StatusApart            bool
	StatusDefault          string // JSON, empty for none
}

func TestFaceOfEachKind(t *testing.T) {
	const age = "Age date .metadata.creationTimestamp"
	want := map[string]face{
		"ValkeyImage": {
			Plural: "valkeyimages", Singular: "valkeyimage", List: "ValkeyImageList", Scope: "Cluster", StatusApart: true,
			Columns: []string{"Repository string .spec.repository", "Tag string .spec.tag", "Version string .spec.version", age},
		},
		"ValkeyConfig": {
			Plural: "valkeyconfigs", Singular: "valkeyconfig", List: "ValkeyConfigList", Scope: "Cluster", StatusApart: true,
			Columns: []string{"ImageRef string .spec.imageRef", "BaseRef string .spec.baseRef", age},
		},
		"ValkeyRole": {
			Plural: "valkeyroles", Singular: "valkeyrole", List: "ValkeyRoleList", Scope: "Cluster", StatusApart: true,
			Columns: []string{age},
		},
		"ValkeyCluster": {
			Plural: "valkeyclusters", Singular: "valkeycluster", List: "ValkeyClusterList", Scope: "Namespaced", StatusApart: true,
			Columns: []string{
				"Config string .spec.configRef", "Shards integer .spec.shards",
				"Replicas integer .spec.replicasPerShard", "State string .status.state", age,
			},
			StatusDefault: `{"observedGeneration":-1,"state":"Creating"}`,
		},
		"ValkeyNode": {
			Plural: "valkeynodes", Singular: "valkeynode", List: "ValkeyNodeList", Scope: "Namespaced",
			Columns: []string{
				"Cluster string .spec.clusterName", "Image string .spec.image", "Lifecycle string .spec.lifecycle", age,
			},
		},
	}
	got := map[string]face{}
	for kind, crd := range byKind(t) {
		got[kind] = faceOf(t, crd)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faces (-want +got):\n%s", diff)
	}
}

func faceOf(t *testing.T, crd *apiextensionsv1.CustomResourceDefinition) face {
	t.Helper()
	names, version := crd.Spec.Names, crd.Spec.Versions[0]
	if crd.Name != names.Plural+".valkey.gomomento.com" || crd.Spec.Group != "valkey.gomomento.com" || version.Name != "v1alpha1" {
		t.Errorf("got %s of %s/%s, want valkey.gomomento.com/v1alpha1", crd.Name, crd.Spec.Group, version.Name)
	}
	if !version.Served || !version.Storage {
		t.Errorf("%s is not served and stored", crd.Name)
	}
	if len(names.ShortNames) > 0 || len(names.Categories) > 0 {
		t.Errorf("%s has short names %v and categories %v, want none", crd.Name, names.ShortNames, names.Categories)
	}
	f := face{
		Plural: names.Plural, Singular: names.Singular, List: names.ListKind, Scope: crd.Spec.Scope,
		StatusApart: version.Subresources != nil && version.Subresources.Status != nil,
	}
	for _, c := range version.AdditionalPrinterColumns {
		f.Columns = append(f.Columns, c.Name+" "+c.Type+" "+c.JSONPath)
	}
	if status, ok := rootSchema(t, crd).Properties["status"]; ok && status.Default != nil {
		f.StatusDefault = sortedJSON(t, status.Default.Raw)
	}
	return f
}

func sortedJSON(t *testing.T, raw []byte) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// The server runs this on creation: structure, defaults, CEL and its estimated
// cost.
func TestServerAcceptsEach(t *testing.T) {
	for kind, crd := range byKind(t) {
		t.Run(kind, func(t *testing.T) {
			for _, err := range validation.ValidateCustomResourceDefinition(context.Background(), asServerHasIt(t, crd)) {
				t.Error(err)
			}
		})
	}
}

// The check above must be able to fail on cost: without a bound on the list,
// comparing each username with each is beyond it.
func TestServerWouldRefuseUnboundedUsers(t *testing.T) {
	crd := byKind(t)["ValkeyConfig"]
	root := rootSchema(t, crd)
	spec := root.Properties["spec"]
	acl := spec.Properties["acl"]
	acl.MaxItems = nil
	spec.Properties["acl"] = acl
	root.Properties["spec"] = spec
	errs := validation.ValidateCustomResourceDefinition(context.Background(), asServerHasIt(t, crd))
	if !strings.Contains(errs.ToAggregate().Error(), "estimated rule cost") {
		t.Errorf("got %v, want a refusal for cost", errs)
	}
}
