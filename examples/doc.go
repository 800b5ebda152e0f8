// Package examples runs the examples of this folder.
//
// A folder with a file named command is one case: its input, the command,
// what it prints (expected.stdout, expected.stderr), the files that it writes
// (expected.files), its exit code when that is not 0 (exit), and a README.md
// that says what it shows. A command is one line
// and no shell reads it: words are separated by spaces, and " | " hands the
// standard output of one program to the next. A file named binary says where
// in the folder the program has to lie.
//
// Each case runs in a copy of its folder, so that nothing here is changed but by
// go test ./examples -update, which writes what is expected and then fails.
package examples
