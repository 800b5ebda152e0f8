// Package docs holds the pages for people, and tests that hold them to the
// code: their tables, their links and their manifests.
//
// It has no code of its own and is imported by nobody.
package docs
