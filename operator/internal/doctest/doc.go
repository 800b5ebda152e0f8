// Package doctest holds the tests that compare the pages of docs/operator with
// the operator: every reason, Event, metric, variable, log target and permission
// has its row, and no row is about something that is not there.
//
// It has no code of its own and is imported by nobody.
package doctest
