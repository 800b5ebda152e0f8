package acl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// Input is all that users.acl depends on.
type Input struct {
	// Bindings of the config and then of the cluster, in list order.
	Bindings []v1alpha1.ACLBinding
	// Roles by name, at least those that the bindings reference.
	Roles map[string]*v1alpha1.ValkeyRole
	// OperatorHashes and ReplHashes are the SHA-256 hashes of the passwords of
	// the system users, in lower-case hexadecimal: one, or two while a password
	// is rotated.
	OperatorHashes, ReplHashes []string
	// NoSlotMigration is set for a Valkey that is known to be older than 9.0: it
	// has no CLUSTER SYNCSLOTS and refuses a whole file that names it.
	NoSlotMigration bool
}

// File is a rendered users.acl.
type File struct {
	// Text of the file: one line a user, each ended by a newline.
	Text string
	// Revision is the hash of all lines but the last, in lower-case hexadecimal.
	// The last line carries it as the password hash of a disabled user, so that
	// ACL GETUSER tells which revision a server has loaded.
	Revision string
}

// Hash is the form in which users.acl holds a password: SHA-256 in lower-case
// hexadecimal.
func Hash(password string) string {
	sum := sha256.Sum256([]byte(password))
	return hex.EncodeToString(sum[:])
}

// Render writes users.acl: the users of the bindings in order, then the system
// users. It fails on a role that is missing, a name that repeats or is
// reserved, and on anything that could not stand in the file as one word; the
// CRDs refuse most of that earlier. An error names user and role, never a
// hash.
func Render(in Input) (File, error) {
	lines := make([]string, 0, len(in.Bindings)+4)
	seen := make(map[string]bool, len(in.Bindings))
	for _, b := range in.Bindings {
		line, err := userLine(b, in.Roles)
		if err != nil {
			return File{}, fmt.Errorf("rendering user %q: %w", b.Username, err)
		}
		if seen[b.Username] {
			return File{}, fmt.Errorf("rendering user %q: the name repeats", b.Username)
		}
		seen[b.Username] = true
		lines = append(lines, line)
	}
	if !seen[DefaultUser] {
		lines = append([]string{defaultLine(len(in.Bindings) > 0)}, lines...)
	}
	system, err := systemLines(in)
	if err != nil {
		return File{}, err
	}
	text := strings.Join(append(lines, system...), "\n") + "\n"
	revision := Hash(text)
	return File{Text: text + "user " + names.UserRevision + " off #" + revision + "\n", Revision: revision}, nil
}

// RevisionOf returns the revision that a users.acl carries, or nothing if it
// carries none.
func RevisionOf(text string) string {
	_, last, found := strings.Cut(text, "user "+names.UserRevision+" off #")
	if !found {
		return ""
	}
	return strings.TrimSuffix(last, "\n")
}
