package status

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// managedDirective is True while the menu sets directives that are never
// rendered, and not listed otherwise. It says of each what lint says of it.
func managedDirective(seen Seen) condition {
	switch {
	case seen.Resolved == nil:
		return condition{kind: ConditionManagedDirective, keep: true}
	case len(seen.Managed) == 0:
		return absent(ConditionManagedDirective)
	}
	said := make([]string, len(seen.Managed))
	for i, name := range seen.Managed {
		said[i] = fmt.Sprintf("%q is never rendered", name)
		if reason, managed := conf.ManagedReason(name); managed {
			said[i] += ": " + reason
		}
	}
	return condition{
		kind: ConditionManagedDirective, status: metav1.ConditionTrue,
		reason: ReasonManagedDirective, message: strings.Join(said, "; "),
	}
}
