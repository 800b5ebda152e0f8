package apply

import (
	"fmt"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/render"
)

// converged reports whether applying body would change nothing that is ours:
// every field of body has its value in the live object and is owned by our
// manager, and our manager owns no other. Defaults of the server and fields of
// others do not count.
func converged(live client.Object, body []byte) (bool, error) {
	var desired map[string]any
	if err := utiljson.Unmarshal(body, &desired); err != nil {
		return false, err
	}
	apiVersion, _ := desired["apiVersion"].(string)
	owned, ok, err := ownedFields(live, apiVersion)
	if err != nil {
		return false, fmt.Errorf("reading managedFields: %w", err)
	}
	if !ok {
		return false, nil
	}
	document, err := render.Document(live)
	if err != nil {
		return false, err
	}
	withoutIdentity(desired)
	return match(owned, desired, document), nil
}

// withoutIdentity removes what names the object: nobody owns these fields.
func withoutIdentity(document map[string]any) {
	delete(document, "apiVersion")
	delete(document, "kind")
	if metadata, ok := document["metadata"].(map[string]any); ok {
		delete(metadata, "name")
		delete(metadata, "namespace")
	}
}
