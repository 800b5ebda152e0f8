// Package typeschema makes the OpenAPI schema of a Go type as encoding/json
// reads it: the fields by their JSON names, those of embedded structs included,
// and nothing beside them.
//
// A field is required when its tag has neither omitempty nor omitzero. It knows
// no kind and no field by name: texts, bounds and the schemas of types that
// decode themselves are the caller's.
package typeschema
