package overlay

import (
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
)

// unjudged turns a functionConfig that checks into one that does nothing. To ask
// the program for it by an argument would be a way for any kustomization to be
// built without its check.
func unjudged(text []byte) ([]byte, error) {
	var o map[string]any
	if err := yaml.Unmarshal(text, &o); err != nil {
		return nil, err
	}
	data, _ := o["data"].(map[string]any)
	switch {
	case o["kind"] == config.KindValidate:
	case o["kind"] == "ConfigMap" && (data["action"] == nil || data["action"] == "validate"):
	default:
		return text, nil
	}
	metadata, _ := o["metadata"].(map[string]any)
	name, _ := metadata["name"].(string)
	metadata["name"] = name + "-unjudged" // there may be a ValkeyRender of the name
	return yaml.Marshal(map[string]any{
		"apiVersion": config.APIVersion, "kind": config.KindRender, "metadata": metadata,
		"spec": map[string]any{"normalise": false, "defaults": false, "emit": config.EmitNone},
	})
}
