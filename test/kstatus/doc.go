// Package kstatus holds tests of the status of clusters in the eyes of kstatus,
// by which kubectl wait, Flux and others decide whether an object is done. It has
// a go.mod of its own, so that what kstatus needs never moves what the products
// need.
//
// It has tests only. They read the objects that operator/internal/status keeps
// in its testdata; the first line of each is the verdict that is meant.
package kstatus
