package status

import "github.com/valkey-menu/valkey-menu/lib/plan"

// ConditionManagedDirective is True while the menu sets directives that have no
// effect.
const ConditionManagedDirective = "ManagedDirective"

// The reasons of conditions that are neither a plan.Reason nor a
// resolve.Reason. Those that lint has a rule for are spelled as its slug.
const (
	// ReasonTLSSecretInvalid: the cluster is Invalid (rule VK066).
	ReasonTLSSecretInvalid = "TLSSecretInvalid"
	// ReasonCertificateUntrusted: the certificate of the TLS Secret does not verify
	// against the roots beside it.
	ReasonCertificateUntrusted = "CertificateUntrusted"
	// ReasonCredentialsLost: the passwords that the nodes run with are gone.
	ReasonCredentialsLost = "CredentialsLost"
	// ReasonACLTooLarge: users.acl does not fit into a ConfigMap.
	ReasonACLTooLarge = "ACLTooLarge"
	// ReasonForeignObject: an object of a name that the cluster needs belongs to
	// somebody else.
	ReasonForeignObject = "ForeignObject"
	// ReasonRefused: the API server refuses an object that the operator keeps up.
	ReasonRefused = "Refused"
	// ReasonManagedDirective: the menu sets directives that are never rendered
	// (rule VK037).
	ReasonManagedDirective = "ManagedDirective"
	// ReasonDataLoss: a shard lost its last node.
	ReasonDataLoss = "DataLoss"

	// ReasonCertificateValid, ReasonCertificateExpiring and ReasonCertificateExpired
	// say where the certificate stands against its date.
	ReasonCertificateValid    = "CertificateValid"
	ReasonCertificateExpiring = "CertificateExpiring"
	ReasonCertificateExpired  = "CertificateExpired"
	// ReasonCertificateUnknown: no certificate could be read.
	ReasonCertificateUnknown = "CertificateUnknown"

	// ReasonACLPropagating: not every node is known to have loaded users.acl.
	ReasonACLPropagating = "ACLPropagating"
	// ReasonCertificatePropagating: not every node is known to serve the
	// certificate of the TLS Secret.
	ReasonCertificatePropagating = "CertificatePropagating"
	// ReasonDeleting: the cluster is being deleted.
	ReasonDeleting = "Deleting"
	// ReasonUndecided: the pass ended before it decided anything.
	ReasonUndecided = "Undecided"
	// ReasonPassFailed: nothing is due, but a step of the last pass failed and is
	// tried again.
	ReasonPassFailed = "PassFailed"
	// ReasonUpToDate: nothing is in flight.
	ReasonUpToDate = "UpToDate"
	// ReasonStalled: nothing is in flight because a person must mend something.
	ReasonStalled = "Stalled"
	// ReasonNotStalled: nobody needs to mend anything.
	ReasonNotStalled = "NotStalled"
	// ReasonPaused: the annotation pauses the cluster.
	ReasonPaused = string(plan.Paused)
	// ReasonReady: what the spec asks for is what runs and serves.
	ReasonReady = string(plan.Ready)

	// ReasonResolved: a menu object that can be used.
	ReasonResolved = "Resolved"
	// ReasonBaseOnly: a config that only its heirs can run, since they bring the
	// image.
	ReasonBaseOnly = "BaseOnly"
	// ReasonUnspecified stands for a reason that the API would refuse.
	ReasonUnspecified = "Unspecified"
)

// Reasons lists the constants above.
func Reasons() []string {
	return []string{
		ReasonTLSSecretInvalid, ReasonCertificateUntrusted, ReasonCredentialsLost, ReasonACLTooLarge, ReasonForeignObject, ReasonRefused, ReasonManagedDirective, ReasonDataLoss,
		ReasonCertificateValid, ReasonCertificateExpiring, ReasonCertificateExpired, ReasonCertificateUnknown,
		ReasonACLPropagating, ReasonCertificatePropagating, ReasonDeleting, ReasonUndecided, ReasonPassFailed, ReasonUpToDate, ReasonStalled,
		ReasonNotStalled, ReasonPaused, ReasonReady, ReasonResolved, ReasonBaseOnly, ReasonUnspecified,
	}
}
