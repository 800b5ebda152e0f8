// Package schema gives the API server's verdict on objects of
// valkey.gomomento.com without an API server: structural schema, unknown
// fields, defaults, metadata, list types and CEL rules, from the embedded CRDs
// and with the libraries that the server itself uses.
//
// Validate and ValidateUpdate speak to people; Answer and AnswerUpdate give the
// same verdict in the server's own terms, by which test/parity holds the package
// against a real server.
//
// It reads no file and knows no YAML positions; callers bring decoded objects
// and find lines by the paths that it returns. It imports only the light
// packages of apiextensions-apiserver (no client-go, no etcd), holds nothing
// but what New compiled, and never changes an object that it is given. Values
// of password hashes and of valkey.conf settings never leave it.
package schema
