// Package fieldnotes holds inputs that users of Valkey operators have stumbled
// over, each with its verdict. A subtest is a row of our notes on them and has
// its number.
//
// Every verdict is what `valkey-menu validate` says about YAML, and every
// rendered line what `valkey-menu render` prints. Where the notes expected
// something else, a comment says why: the design decides otherwise, or a real
// server does. Servers that were asked: Valkey 9.1.2, 8.1.1 and 8.0.1.
//
// The package has no code of its own.
package fieldnotes
