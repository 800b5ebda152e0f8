// Package slots is the algebra of hash slots: sets of slots, their ranges as
// Valkey writes them, even shares, and the moves that lead from one division to
// another. A cluster has 16384 slots (Valkey 9.1, cluster.h).
//
// It knows nothing about nodes, shards or migrations, and every result depends
// on the arguments alone.
package slots
