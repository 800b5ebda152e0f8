// Package generate writes objects from the compact descriptions of the
// generator kinds: a menu of images, roles and config trees, and the onboarding
// bundles of product teams.
//
// It is pure: the same description always gives the same objects in the same
// order.
package generate
