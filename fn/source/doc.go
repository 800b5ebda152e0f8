// Package source brings the author's files in: from files, folders, standard input, Git revisions, and the sources
// that a functionConfig names below the kustomization root. Every object keeps its file, line and column, so that a finding
// can point at the text that its author wrote, and the scalars are checked as they were written, before any reader
// resolves them (rules VK070 to VK076).
//
// Documents are parsed one by one. Only objects of our group and Secrets are decoded; of foreign ones the identity is
// kept, taken from a scan of the top-level keys where these are plain. The result does not depend on the number of
// processors.
//
// It reads files and writes none, opens no network, looks at no environment variable (git, which reads
// revisions, does), knows nothing about schemas,
// defaults or references between objects, and never repeats the value of a password hash or an auth directive.
package source
