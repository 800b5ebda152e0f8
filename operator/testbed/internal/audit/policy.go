package audit

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// policy records who wrote what and how it ended, without the contents, which may be secrets.
const policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  verbs: [create, update, patch, delete, deletecollection]
- level: None
`

// WritePolicy makes the audit folder with the policy in it, before the API server starts.
func WritePolicy(l layout.Layout) error {
	if err := os.MkdirAll(filepath.Dir(l.AuditPolicy()), 0o755); err != nil {
		return fmt.Errorf("writing the audit policy: %w", err)
	}
	if err := os.WriteFile(l.AuditPolicy(), []byte(policy), 0o644); err != nil {
		return fmt.Errorf("writing the audit policy: %w", err)
	}
	return nil
}
