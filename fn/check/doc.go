// Package check takes the objects of a build to findings with places: schema
// and CEL rules, then the menu and its lint rules, then the author's file and
// line for each.
//
// The function and the command line both run it, so that they cannot differ.
// It reads and writes nothing and leaves the objects as they were, apart from
// their decoded Data, which it takes over.
package check
