package schema

import (
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
)

// prepared is an object as the server has it when it starts to validate.
type prepared struct {
	source  map[string]any // as given; paths are resolved against it
	object  map[string]any // pruned, defaulted copy without a status that is apart
	unknown []string       // paths of the fields that were pruned
}

// prepare does to a copy of obj what the server does on decoding, in its
// order: unknown fields go, then nulls, then defaults come, then the status of
// kinds that have it apart goes. It returns violations instead when obj cannot
// be JSON.
func (c *compiled) prepare(obj map[string]any) (prepared, []Violation) {
	object, bad := copyObject(obj)
	if len(bad) > 0 {
		return prepared{}, bad
	}
	track := structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	p := prepared{source: obj, object: object}
	p.unknown = pruning.PruneWithOptions(object, c.structural, true, track)
	defaulting.PruneNonNullableNullsWithoutDefaults(object, c.structural)
	defaulting.Default(object, c.structural)
	if c.statusApart {
		delete(object, "status")
	}
	return p, nil
}

// nameIfGenerated puts in the name that stands for the one that the server
// would generate, since CEL rules read it from the object.
func (p prepared) nameIfGenerated(m *metadata) {
	if fields, ok := p.object["metadata"].(map[string]any); ok && m.generated {
		fields["name"] = m.Name
	}
}

func (c *compiled) defaulted(obj map[string]any) map[string]any {
	object, bad := copyObject(obj)
	if len(bad) > 0 {
		return obj
	}
	_, had := object["status"]
	defaulting.PruneNonNullableNullsWithoutDefaults(object, c.structural)
	defaulting.Default(object, c.structural)
	if !had {
		delete(object, "status")
	}
	return object
}
