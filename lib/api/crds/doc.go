// Package crds embeds the CustomResourceDefinitions that controller-gen writes
// from lib/api/v1alpha1, so that the installation, the offline validator and
// the tests use the same bytes.
//
// It parses nothing: whoever needs structure reads the bytes.
package crds
