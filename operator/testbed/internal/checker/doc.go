// Package checker puts a cluster under a load of known values while things happen to it, and then says what the cluster
// kept of what it had acknowledged.
//
// It is an ordinary client of the cluster: valkey-go with its own following of redirects, refreshing of the slot map and
// reconnecting. Each key has one writer, which has at most one write of it under way and gives each a higher number:
//
//   - An acknowledged write must be found afterwards, or a later one of that key. An older number counts as lost.
//   - A refused write (the server said no, or could not be dialled) must not be found.
//   - A write whose reply did not arrive is unknown: it may be found or not, now or later. Its key is never written again,
//     since such a write may still land after a later one, and a new key of the same slot takes its place.
//
// The counts are per shard, where a shard is the slots that one primary served when the run began, wherever they go
// during it. The keys stay in the cluster when the run ends.
//
// The package may not change the cluster in any way but by writing its own keys.
package checker
