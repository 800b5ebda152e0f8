// Package apply writes what lib/render made to the API server, and nothing that
// is there already.
//
// Services, ConfigMaps and PodDisruptionBudgets are applied on the server under
// one field owner. The live object in the cache tells whether a request is
// needed: it is not when every rendered field has the rendered value and belongs
// to that field owner, who owns no other. So an idle pass writes nothing, what
// others add stays, and what others change of ours is put back. The cache must
// keep managedFields of these kinds.
//
// The Secret of the system users is made once and read live; ValkeyNodes and Pods
// are created once. An object of somebody else is never taken over: see
// [ErrForeign].
//
// The package decides nothing about a cluster, logs nothing and emits no Event.
// Its errors name kind, object and what to do, and never the content of a Secret.
package apply
