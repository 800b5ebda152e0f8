// Package failpoint ends the program behind one of its side effects, so that a
// test can ask what a restart there leaves behind. In a program that is built
// without the tag failpoints, Reached does nothing.
//
// Every write to the API server and every command that changes a server has a
// Step; the kinds of actions are steps of the same name, so that a new kind cannot
// lack one. internal/walls holds the rooms of the operator to it. Without one are
// Events and the lease: client-go writes them, at times of its own, and no pass
// reads them.
package failpoint
