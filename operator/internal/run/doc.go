// Package run is the operator as a program: it reads the environment, builds the
// manager and the loops, and runs them until it is told to stop.
package run
