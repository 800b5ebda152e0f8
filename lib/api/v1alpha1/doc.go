// Package v1alpha1 holds the wire types of the API group valkey.gomomento.com,
// version v1alpha1: their fields, their markers, and the constants that are
// part of the wire contract.
//
// It holds nothing else: no defaulting code, no validation code, no helpers.
// The rules stand as markers beside the fields and become the CRDs of
// lib/api/crds, so that admission, the offline validator and the tests use the
// same bytes. Every list and string is bounded, which keeps the cost of the
// CEL rules estimable; the bounds are wider than any manifest of the reference
// system needs.
//
// +kubebuilder:object:generate=true
// +groupName=valkey.gomomento.com
package v1alpha1
