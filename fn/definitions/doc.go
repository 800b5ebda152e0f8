// Package definitions describes the functionConfig kinds to other programs: the
// schema of each, made from the Go types that fn/config reads, and
// krm-functions.yaml, the KRMFunctionDefinition documents that hold them.
//
// The fields, their types and which of them are required come from the types,
// so that none can be forgotten; what fields of the CRDs share with them comes
// from the CRDs. Only texts, words and defaults stand here, and tests compare
// each of them with what fn/config decides. It reads no functionConfig itself.
package definitions
