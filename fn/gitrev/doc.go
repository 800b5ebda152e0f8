// Package gitrev reads files of a revision from the local Git repository, as an
// fs.FS whose folders and files are read when they are asked for.
//
// It runs the git program and of that only plumbing: rev-parse, for-each-ref and
// cat-file. They read the object store and nothing else: no hook runs, no filter,
// no index and no file of the working tree is looked at, and nothing is written.
// Fetching is forbidden to git, so that what a partial clone lacks is an error and
// no network access. The user's configuration stays in force where it decides
// whether git trusts the repository (safe.directory); it decides nothing of the
// output.
//
// The bytes are those of the objects: conversions that a checkout would make
// (line ends, keyword expansion, filters) are not made.
package gitrev
