// Package jsonschema turns the CRDs and the functionConfig kinds into JSON
// schemas, in the layout by which kubeconform finds them and which editors know
// too.
//
// They are strict: an object is closed wherever the API server calls a field of
// it unknown. What JSON Schema cannot say is left out, which is CEL rules,
// transitions and the syntax of names.
package jsonschema
