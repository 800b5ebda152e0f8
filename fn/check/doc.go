// Package check takes the objects of a build to findings with places: schema
// and CEL rules, then the menu and its lint rules, then the author's file and
// line for each.
//
// The function and the command line both run it, so that they cannot differ.
// It reads and writes nothing and leaves the objects as they were, apart from
// their decoded Data, which it takes over. The order of the objects decides
// nothing.
//
// One fault is one finding. What the schema engine has refused is left out of
// what lint sees, so that lint neither repeats it nor follows from it; where a
// rule of lint or of the bytes says the same as the schema in better words, the
// schema's finding is dropped instead.
//
// With a state before, every object is judged as if it were new, and what only
// its change breaks is added (VK006). A fault that was there before is a fault:
// servers older than Kubernetes 1.30 refuse it again with every change, and
// later ones as soon as its part changes. As on the server, rules about changes
// are left out while the schema refuses what has changed; a placeholder counts
// as no change.
package check
