// Package document writes objects that a command made: as a stream of YAML
// documents, as one JSON list, or as one file an object in a folder.
//
// It decides nothing about the objects, keeps their order, and equal objects
// are written as equal bytes. Into a folder it writes no file that stands
// outside of it or behind a symbolic link.
package document
