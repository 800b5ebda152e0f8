// Package parity holds fn/schema against the API server.
//
// Its corpus is derived from the embedded CRDs: for each thing that a CRD
// demands (a type, a bound, an enum, a required field, a pattern, a CEL rule)
// and for each rule about metadata there are objects that keep to it and
// objects that break it and nothing else. What can be derived is derived; the
// values for patterns and CEL rules are written by hand in testdata, one file a
// pattern or rule. A demand without objects fails the tests.
//
// The tests without a build tag ask fn/schema alone. Those with the tag e2e
// start the testbed's API server, send it each object, and demand the same
// answer: accepted or refused, the same causes, the same defaults. They also
// compare random damage, and updates of objects that were stored under an older,
// more lenient CRD.
//
// The corpus itself knows neither fn/schema nor a server; only the tests do.
package parity
