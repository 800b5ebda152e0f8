// Package references tells which objects of the menu a cluster depends on, so
// that an edit of one wakes the clusters that it concerns and no others. A
// reference that dangles counts: the cluster waits for that object to appear.
//
// It looks things up in a menu and does nothing else.
package references
