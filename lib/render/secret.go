package render

import (
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Passwords of the system users. They are made elsewhere, once, and kept.
type Passwords struct {
	Operator string
	Repl     string
}

// Placeholder stands for a password in manifests that were rendered without a
// cluster. It protects nothing and must never be applied.
const Placeholder = "placeholder-not-a-password"

// PlaceholderPasswords are the passwords of offline manifests.
func PlaceholderPasswords() Passwords {
	return Passwords{Operator: Placeholder + "-operator", Repl: Placeholder + "-repl"}
}

// Hashes are the SHA-256 hashes of the system users' passwords, in lower-case
// hexadecimal; two of one user while a password is rotated.
type Hashes struct {
	Operator []string
	Repl     []string
}

// Hashes returns the hash of each password.
func (p Passwords) Hashes() Hashes {
	return Hashes{Operator: []string{acl.Hash(p.Operator)}, Repl: []string{acl.Hash(p.Repl)}}
}

var errNoPassword = errors.New("a password is empty")

// AuthSecret is the Secret with the passwords of the system users and the file
// that valkey.conf includes. The one error is an empty password.
func AuthSecret(c *resolve.Cluster, p Passwords) (*corev1.Secret, error) {
	name := names.AuthSecret(c.Name)
	if p.Operator == "" || p.Repl == "" {
		return nil, fmt.Errorf("rendering Secret %q: %w", c.Namespace+"/"+name, errNoPassword)
	}
	return &corev1.Secret{
		TypeMeta:   core("Secret"),
		ObjectMeta: meta(c.Namespace, name, names.ObjectLabels(c.Name)),
		Type:       corev1.SecretTypeOpaque,
		Data: map[string][]byte{
			names.OperatorPasswordKey: []byte(p.Operator),
			names.ReplPasswordKey:     []byte(p.Repl),
			names.PrimaryAuthFile:     []byte(PrimaryAuth(p.Repl)),
		},
	}, nil
}

// PrimaryAuth is the file that gives a replica its password. The operator also
// adds it to an existing Secret that lacks it.
func PrimaryAuth(repl string) string {
	return conf.Line("primaryauth", []string{repl}) + "\n"
}
