// Package yamlnode reads and edits YAML at the level of nodes, so that every value keeps its place in the author's file
// and its comments: parsing with exact error positions, lookup and edit by field path, alias expansion, and decoding to
// the JSON types that the API server would see.
//
// It works on go.yaml.in/yaml/v3 nodes. Scalars are resolved as kustomize resolves them (`yes` and `on` are strings),
// numbers end up as int64 or float64 as in k8s.io/apimachinery. Expansion of aliases is bounded.
//
// It does no I/O, never panics on any input, and knows nothing about Kubernetes kinds.
package yamlnode
