// Package change writes what lib/impact says about a change: as text for a
// terminal and as Markdown for a pull request.
//
// Totals come first, then each cluster that something happens to, the gravest
// first, then the objects of the menu with whom they reach. The package decides
// and leaves out nothing but clusters without a change.
package change
