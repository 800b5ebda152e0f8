// Package conf knows Valkey's configuration directives: a catalogue per Valkey
// minor version, canonical names, the values a directive accepts, the settings
// that this project forces or defaults, the directives it manages itself, and
// how settings become the bytes of valkey.conf.
//
// Names are compared in canonical form (see [Canonical]), because Valkey lower-cases
// a directive's name and knows aliases: a comparison by spelling would let
// `RequirePass` or `masterauth` pass where `requirepass` and `primaryauth` do not.
//
// The package is a leaf: it imports only the standard library. It reads no file,
// environment, clock or randomness, does not log and does not panic. Its data is
// embedded and parsed once; every exported function is safe for concurrent use and
// no returned map or slice is shared with another caller unless its docstring says so.
// It may not know Kubernetes types, the menu or how a config chain is merged.
package conf
