// Package krm is the KRM function: a ResourceList in, a ResourceList out.
//
// Items that it does not change keep their bytes. Results are written before
// an error is reported, and on an error the items are those that came in. It
// touches no network, no clock and no file outside the sources that its
// functionConfig names.
package krm
