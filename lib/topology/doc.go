// Package topology is what was observed of a Valkey cluster: parsers of what
// nodes reply, and facts that are known or unknown, with the reason why.
//
// An unknown fact is never read as a zero: Fact hands out its value only beside
// the word that it is known. Node ids and the slots that a node owns identify
// it, never an address, a name or an ordinal: addresses are reused.
//
// It opens no connection and has no clock. Formats are those of Valkey 8.0 to
// 9.1, as recorded from real servers in testdata.
package topology
