// Package status computes the status of clusters and of menu objects from what
// one pass saw and decided. It is pure: it reads no clock and writes nothing, so
// that a status never depends on how often it is computed.
//
// It never reads a condition to decide another: every condition follows from
// what was seen. Of the former status it keeps the times of conditions that did
// not change, what a pass could not see, and a loss of data until it is
// acknowledged.
package status
