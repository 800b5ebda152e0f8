// Package parallel spreads work over the processors. It holds no data and
// decides nothing: the result of the work must not depend on the order in which
// its parts are done.
package parallel
