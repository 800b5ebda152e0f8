// Package acl renders users.acl and answers what the users in such a file may
// do.
//
// Render turns bindings and the roles that they name into the file that a node
// loads. Parse reads such a file back by Valkey's own rules, and a User then
// says whether it may run a command on a key or a channel, so that a test or a
// lint rule can state what is meant instead of comparing strings. A Catalogue
// holds what one minor version of Valkey knows: its commands, their categories
// and where their keys and channels stand.
//
// The package may import the wire types, the names and the standard library
// only. It reads nothing from outside, and no password hash ever appears in an
// error.
package acl
