// Package report holds the outcome of a validation and writes it in the formats
// that people and pipelines read.
//
// It judges nothing and reads nothing, and the only file that it writes is a
// report. Equal reports are written as equal bytes. Names and messages come from
// whoever wrote the objects: no format lets them be anything but text.
package report
