// Package resourcelist reads and writes the ResourceList that a KRM function gets on stdin and returns on stdout.
//
// Its contract is that what was not changed keeps its bytes: an unchanged list is written as it was read, and after
// changes the output is the input with the changed places spliced in. Untouched items, the text around them, comments,
// quoting, indentation and line endings stay as they were, whoever wrote them. Changed items are encoded as kustomize
// would print them, or on one line if they stand within brackets.
//
// Three exceptions keep values right. An item that uses an anchor of a changed item is encoded anew without the alias.
// Blank lines between items go where they would become part of a block scalar. And where splicing is impossible (an
// anchor outside of items that a changed item uses, `items` written as an alias or a complex key) the whole list is
// encoded anew; no value changes then, only the layout.
//
// The whole input is parsed, so that items carry the line and column of stdin, and broken YAML is an error with its
// place. Nothing here interprets what the items mean, prints, or reads anything but its argument.
package resourcelist
