package apply

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// passwordBytes of randomness are 128 hexadecimal characters.
const passwordBytes = 64

// createSecret makes passwords and the Secret that holds them. It returns false
// when one exists by now, and then the passwords are never used.
func (a *Applier) createSecret(ctx context.Context, cluster types.NamespacedName, owner metav1.OwnerReference) (Credentials, bool, error) {
	passwords, err := newPasswords(a.random())
	if err != nil {
		return Credentials{}, false, fmt.Errorf("creating %s: %w", secretTitle(cluster), err)
	}
	made := Credentials{Current: passwords}
	secret, err := render.AuthSecret(&resolve.Cluster{Namespace: cluster.Namespace, Name: cluster.Name}, passwords)
	if err != nil {
		return Credentials{}, false, err
	}
	render.Own(secret, owner)
	err = a.Client.Create(ctx, secret, FieldOwner)
	if apierrors.IsAlreadyExists(err) {
		return Credentials{}, false, nil
	}
	if err != nil {
		return Credentials{}, false, fmt.Errorf("creating %s: %w", secretTitle(cluster), scrub(err, made))
	}
	return made, true, nil
}

func newPasswords(random io.Reader) (render.Passwords, error) {
	raw := make([]byte, 2*passwordBytes)
	if _, err := io.ReadFull(random, raw); err != nil {
		return render.Passwords{}, fmt.Errorf("making passwords: %w", err)
	}
	return render.Passwords{
		Operator: hex.EncodeToString(raw[:passwordBytes]), Repl: hex.EncodeToString(raw[passwordBytes:]),
	}, nil
}
