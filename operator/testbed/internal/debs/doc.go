// Package debs fetches packages of another Debian release than the machine's, and unpacks them into a folder.
//
// It drives apt with a private configuration: own sources, own lists, an empty package status. The mirror is the one
// that the machine's own apt uses, with another suite, so no address is written here. apt checks the lists against
// Debian's keyring and each package against the lists; the package names the versions that it wants.
//
// A tree is kept in the cache under the name and the digest of its set, and appears there whole or not at all.
//
// The package may not install anything on the machine, change the machine's apt or dpkg, or run a package's scripts.
package debs

// Log takes one line of progress, as fmt.Printf takes its arguments, without the newline. A nil Log is silent.
type Log func(format string, args ...any)

func (l Log) note(format string, args ...any) {
	if l != nil {
		l(format, args...)
	}
}
