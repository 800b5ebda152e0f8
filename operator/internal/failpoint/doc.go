// Package failpoint ends the program behind one of its side effects, so that a
// test can ask what a restart there leaves behind. In a program that is built
// without the tag failpoints, Reached does nothing.
//
// Every side effect of the operator has a Step; the kinds of actions are steps of
// the same name, so that a new kind cannot lack one.
package failpoint
