// Package report holds the outcome of a validation and writes it in the formats
// that people and pipelines read.
//
// It judges nothing and reads nothing; equal reports are written as equal bytes.
package report
