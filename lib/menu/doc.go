// Package menu is the immutable index over the images, configs, roles and
// clusters that a decision is made from.
//
// It looks things up by name and lists them in a fixed order. It resolves
// nothing and judges nothing: a dangling reference is a matter of
// lib/resolve, a duplicate is only reported here and judged by lib/lint.
package menu
