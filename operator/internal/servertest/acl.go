package servertest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// Passwords that a server begins with.
const (
	OperatorPassword = "the-operator's-password"
	ReplPassword     = "the-replicas'-password"
)

// WriteACL writes users.acl and returns its revision. The server reads it when it
// starts, and when it is told to.
func (s *Server) WriteACL(t testing.TB, operatorPasswords ...string) string {
	t.Helper()
	in := acl.Input{ReplHashes: []string{acl.Hash(ReplPassword)}, NoSlotMigration: s.Before9}
	for _, password := range operatorPasswords {
		in.OperatorHashes = append(in.OperatorHashes, acl.Hash(password))
	}
	file, err := acl.Render(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.Dir, names.ACLFile), []byte(file.Text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file.Revision
}
