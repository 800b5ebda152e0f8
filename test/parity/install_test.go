//go:build e2e

package parity

import (
	"fmt"
	"net/http"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// install creates the namespace and the CRDs without any rule about spec, and
// waits until they are served.
func (s *server) install(t *testing.T) {
	t.Helper()
	s.must(t, http.MethodPost, "/api/v1/namespaces", map[string]any{"metadata": map[string]any{"name": Namespace}})
	for _, d := range s.kinds {
		s.must(t, http.MethodPost, definitionsPath, lenient(d.crd))
	}
	for _, d := range s.kinds {
		s.until(t, d.kind()+" is served", func() bool {
			return s.send(t, http.MethodGet, s.path(map[string]any{"kind": d.kind()}), nil, nil).code == http.StatusOK
		})
	}
}

// lenient returns a CRD that stores whatever stands in spec.
func lenient(crd *apiextensionsv1.CustomResourceDefinition) *apiextensionsv1.CustomResourceDefinition {
	crd = crd.DeepCopy()
	root := crd.Spec.Versions[0].Schema.OpenAPIV3Schema
	root.Required, root.XValidations = nil, nil
	anything := true
	root.Properties["spec"] = apiextensionsv1.JSONSchemaProps{XPreserveUnknownFields: &anything}
	return crd
}

// restrict replaces the lenient CRDs by the true ones, and waits until they
// rule.
func (s *server) restrict(t *testing.T) {
	t.Helper()
	for _, d := range s.kinds {
		address := definitionsPath + "/" + d.crd.Name
		live := s.must(t, http.MethodGet, address, nil)
		crd := d.crd.DeepCopy()
		version, ok := metadataOf(live)["resourceVersion"].(string)
		if !ok {
			t.Fatalf("%s has no resourceVersion", d.crd.Name)
		}
		crd.ResourceVersion = version
		s.must(t, http.MethodPut, address, crd)
	}
	for _, d := range s.kinds {
		empty := map[string]any{
			"apiVersion": d.crd.Spec.Group + "/" + d.crd.Spec.Versions[0].Name, "kind": d.kind(),
			"metadata": map[string]any{"name": "empty"},
		}
		s.until(t, d.kind()+" is ruled", func() bool {
			return s.send(t, http.MethodPost, s.path(empty), dryRun("Strict"), empty).code == http.StatusUnprocessableEntity
		})
	}
}

func (s *server) version(t *testing.T) string {
	t.Helper()
	return fmt.Sprint(s.must(t, http.MethodGet, "/version", nil)["gitVersion"])
}
