// Package leftover looks at what a machine has - processes, mounts, links, network namespaces, cgroups, listeners, files
// in shared folders, kernel settings - so that a test can say what a testbed left behind. It changes nothing.
package leftover
