// Command generate writes valkey-openapi.json of the kustomize Component to
// standard output. It is for `make generate`; users have the file.
package main
