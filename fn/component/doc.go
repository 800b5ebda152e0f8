// Package component holds the kustomize Component for the Valkey kinds: as the
// files of this folder, to be listed or copied, and embedded, to be written out
// by the program.
//
// The Component tells kustomize what it cannot know of custom resources: which
// fields name other objects, which kinds have a namespace, and by what key a
// patch merges a list. The last two stand in valkey-openapi.json, which OpenAPI
// derives from the CRDs.
//
// It reads no file, writes only the folder that Write is given, and does not import
// kustomize.
package component
