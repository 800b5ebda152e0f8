package status

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// certificateNotice is how long before the end of a certificate it counts as
// expiring.
const certificateNotice = 30 * 24 * time.Hour

// certificateExpiring is True from 30 days before the certificate of the TLS
// Secret ends, and when it has ended. The message has the date and not the days
// left, which would be a write a day.
func certificateExpiring(seen Seen) condition {
	if seen.Cluster.Spec.TLS == nil {
		return absent(v1alpha1.ConditionCertificateExpiring)
	}
	c := condition{kind: v1alpha1.ConditionCertificateExpiring}
	if seen.Certificate == nil {
		return unknownCertificate(c, seen.TLSProblems)
	}
	end := seen.Certificate.NotAfter
	date := end.UTC().Format(time.RFC3339)
	switch {
	case !seen.Now.Before(end):
		c.status, c.reason, c.message = metav1.ConditionTrue, ReasonCertificateExpired, "the certificate of the TLS Secret expired on "+date
	case !seen.Now.Before(end.Add(-certificateNotice)):
		c.status, c.reason, c.message = metav1.ConditionTrue, ReasonCertificateExpiring, "the certificate of the TLS Secret expires on "+date
	default:
		c.status, c.reason, c.message = metav1.ConditionFalse, ReasonCertificateValid, "the certificate of the TLS Secret is valid until "+date
	}
	return c
}

// unknownCertificate keeps what was known unless the Secret itself is at fault:
// one that could not be fetched has not changed.
func unknownCertificate(c condition, problems []string) condition {
	c.status, c.reason = metav1.ConditionUnknown, ReasonCertificateUnknown
	if len(problems) > 0 {
		c.message = problems[0]
		return c
	}
	c.keep, c.message = true, "no certificate could be read from the TLS Secret"
	return c
}
