// Package status computes the status of clusters and of menu objects from what
// one pass saw and decided. It is pure: it reads no clock and writes nothing, so
// that a status never depends on how often it is computed, and an idle cluster
// causes no write.
//
// It never reads a condition to decide another: every condition follows from
// what was seen. Of the former status it keeps the times of conditions that did
// not change, what a pass could not see, and a loss of data until it is
// acknowledged or a day old.
//
// What the conditions of a cluster mean:
//
//   - Ready: what the spec asks for is what runs and serves. It is False while a
//     step is due, and also while the menu or a Secret must be mended, even if
//     the cluster serves as before: what the spec asks for is then not known, or
//     not in force. Whether a cluster serves is told by state and shards.
//   - Reconciling: the operator is at work or waits for something that it expects
//     to happen by itself.
//   - Stalled: a person must mend something; nothing else helps. It wins over
//     Reconciling, so that the two are never True together.
//   - CertificateExpiring, of TLS clusters only: Unknown while no certificate can
//     be read. It never touches the others.
//   - ManagedDirective and DataLoss: there only while they are True. Neither
//     touches the others.
//
// kstatus (cli-utils v0.37.2) reads this as Failed while Stalled is True, as
// InProgress while Reconciling is True or Ready is not, and else as Current. So
// users and certificates that still spread to the nodes hold back Current, and
// never Ready. A paused cluster with work to do is InProgress until the pause
// ends.
package status
