// Package change writes what lib/impact says about a change: as text for a
// terminal, as Markdown for a pull request, and as JSON for programs.
//
// Totals come first, then the objects of the menu with whom they reach, then
// what happens to clusters, the gravest first. Clusters to which the same
// happens are one paragraph with a list of them. The package decides nothing.
// It leaves out clusters without a change, which are counted, and from Markdown
// what would be too long for a comment, which is counted too.
//
// The JSON form is an interface to other programs: fields are added, and never
// renamed or given another meaning within one apiVersion. No form holds a
// password hash or the value of a secret setting.
package change
