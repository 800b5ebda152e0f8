package apply

import (
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

// Credentials are the passwords of the system users. They print as nothing, so
// that no log or error can hold one.
//
// While a person rotates a password, the Secret holds two: the new one under its
// own key and the one before under the optional previous key. Servers accept
// both, so a server is spoken to with the current one and, until it has loaded the
// new users.acl, with the previous one. The previous key is taken away when
// status.acl says that all nodes are at the revision.
type Credentials struct {
	Current render.Passwords `json:"-"`
	// Previous is empty where no rotation is under way, each field on its own.
	Previous render.Passwords `json:"-"`
}

// String hides the passwords.
func (Credentials) String() string { return "[credentials]" }

// GoString hides the passwords.
func (c Credentials) GoString() string { return c.String() }

// Hashes are those that users.acl is rendered with: the current one first.
func (c Credentials) Hashes() render.Hashes {
	h := c.Current.Hashes()
	if p := c.Previous.Operator; p != "" && p != c.Current.Operator {
		h.Operator = append(h.Operator, acl.Hash(p))
	}
	if p := c.Previous.Repl; p != "" && p != c.Current.Repl {
		h.Repl = append(h.Repl, acl.Hash(p))
	}
	return h
}

// OperatorPasswords are those that servers may know the operator's user by: the
// one in force, then the one before while it is rotated.
func (c Credentials) OperatorPasswords() []string {
	passwords := []string{c.Current.Operator}
	if p := c.Previous.Operator; p != "" && p != c.Current.Operator {
		passwords = append(passwords, p)
	}
	return passwords
}

// readCredentials takes the passwords as they stand, to the last byte.
func readCredentials(s *corev1.Secret) (Credentials, error) {
	var missing []error
	for _, key := range []string{names.OperatorPasswordKey, names.ReplPasswordKey} {
		if len(s.Data[key]) == 0 {
			missing = append(missing, fmt.Errorf("%w: Secret %q lacks key %q or it is empty; put the password back that it had",
				ErrCredentials, s.Namespace+"/"+s.Name, key))
		}
	}
	if len(missing) > 0 {
		return Credentials{}, errors.Join(missing...)
	}
	return Credentials{
		Current: render.Passwords{
			Operator: string(s.Data[names.OperatorPasswordKey]), Repl: string(s.Data[names.ReplPasswordKey]),
		},
		Previous: render.Passwords{
			Operator: string(s.Data[names.PreviousOperatorPasswordKey]), Repl: string(s.Data[names.PreviousReplPasswordKey]),
		},
	}, nil
}
