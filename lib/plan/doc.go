// Package plan decides the next step of a cluster from what is desired and what
// was observed. Next is a pure function of its input: the same world gives the
// same decision, whoever asks, and an operator that restarts goes on where the
// world stands.
//
// A Decision acts, waits or is done, and always has a reason. The checks are an
// ordered list; the first that has something to say decides. A check never reads
// an unknown fact as zero: it waits and names the fact.
//
// It does no input or output, has no clock, and never branches on a condition
// that the operator wrote.
package plan
