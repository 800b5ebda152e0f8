// Package reference holds the statements of the reference system's pages as
// tests: what its pages for platform teams and on curating images and configs
// say about resolution, forced settings, validation, trust and change.
//
// A file is a section of a page and a subtest is a sentence, in the page's
// order and in our own words, so that a reader can tick them off. The menu that
// they start from is the one of the pages, read from examples/reference-pages.
// What a section says besides, its file names at the top. Where we differ on
// purpose, the name of the subtest starts with "differs:", the test holds what
// we do, and it names its row of docs/divergence.md.
//
// The package has no code of its own. It may not look at bytes where a meaning
// can be asked for, and may not repeat what the tests of lib prove in depth.
package reference
