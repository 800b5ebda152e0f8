// Package plan decides the next step of a cluster from what is desired and what
// was observed. Next is a pure function of its input: the same world gives the
// same decision, whoever asks, and an operator that restarts goes on where the
// world stands.
//
// A Decision acts, waits or is done, and always has a reason. The checks are an
// ordered list of stages: stability (a healthy primary for every shard, the
// departed forgotten, replica counts restored), topology (leaving nodes, drained
// shards, balance, new shards), updates, cleanup. In the first stage a check that
// can only wait lets those behind it act, so that one shard's trouble holds up no
// other; after it the first check that has something to say decides.
//
// A check never reads an unknown fact as zero: it waits and names the fact. Times
// come from the servers and the kubelets, never from an earlier pass. What can
// hurt is done to one shard at a time.
//
// The tests run it against a simulated Kubernetes and Valkey: make sim SEEDS=n,
// and go test ./lib/plan -run TestSimulation -sim.seed=N for the log of one seed.
//
// It does no input or output, has no clock, and never branches on a condition
// that the operator wrote.
package plan
