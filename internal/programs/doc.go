// Package programs gives tests the programs that they run: valkey-menu, built
// from this tree, and the tools that tools/ pins. It is for tests alone.
package programs
