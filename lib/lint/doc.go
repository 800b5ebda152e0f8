// Package lint judges a menu and its clusters: an ordered chain of small rules,
// each of which turns what it sees into findings, and the registry of every
// rule id and slug of the project.
//
// Some rules need what only bytes or a schema engine can tell; they are listed
// in the registry, so that severities, suppressions and documentation have one
// place, and are raised by fn, which passes its findings through [Apply]. lint
// reads no file and knows no line numbers: a finding names an object and a
// field path, and fn finds the place.
//
// A mistake is reported once, at the field that a person has to mend, however
// many configs inherit it and however many clusters run it. No message holds a
// password hash or the value of a secret directive.
package lint
