package apply

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/operator/internal/failpoint"
)

var errVanished = errors.New("it existed a moment ago and is gone; the next pass makes it")

// AuthSecret reads the passwords of a cluster's system users, and makes the Secret
// once if there is none. A password that exists is never replaced. The one key
// that is ever written to an existing Secret is primaryauth.conf, which is derived
// from repl-password; so a Secret that a person or another program keeps is used
// as it is, whoever controls it. Only one that an earlier cluster of the name left
// behind is an [ErrLeftover], since it is about to go.
//
// Servers know the passwords that they were started with. When nodes of the
// cluster exist, a lost Secret is therefore an [ErrCredentials] and not made anew.
func (a *Applier) AuthSecret(ctx context.Context, cluster types.NamespacedName, owner metav1.OwnerReference,
	nodesExist bool) (Credentials, Result, error) {
	secret, found, err := a.readSecret(ctx, cluster)
	switch {
	case err != nil:
		return Credentials{}, Unchanged, err
	case found:
		return a.useSecret(ctx, secret, owner)
	case nodesExist:
		return Credentials{}, Unchanged, lost(cluster)
	}
	made, created, err := a.createSecret(ctx, cluster, owner)
	if err != nil {
		return Credentials{}, Unchanged, err
	}
	if created {
		failpoint.Reached(failpoint.ApplySecret)
		return made, Applied, nil
	}
	secret, found, err = a.readSecret(ctx, cluster) // somebody was faster: theirs counts
	if err != nil {
		return Credentials{}, Unchanged, err
	}
	if !found {
		return Credentials{}, Unchanged, fmt.Errorf("reading %s: %w", secretTitle(cluster), errVanished)
	}
	return a.useSecret(ctx, secret, owner)
}

// readSecret goes to the API server: its cache would need to list all Secrets.
func (a *Applier) readSecret(ctx context.Context, cluster types.NamespacedName) (*corev1.Secret, bool, error) {
	secret := &corev1.Secret{}
	key := types.NamespacedName{Namespace: cluster.Namespace, Name: names.AuthSecret(cluster.Name)}
	err := a.APIReader.Get(ctx, key, secret)
	if apierrors.IsNotFound(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("reading %s: %w", secretTitle(cluster), err)
	}
	return secret, true, nil
}

// useSecret reads the passwords and adds primaryauth.conf if it is missing or is
// not that of the password.
func (a *Applier) useSecret(ctx context.Context, secret *corev1.Secret, owner metav1.OwnerReference) (Credentials, Result, error) {
	title := titleOf("Secret", secret.Namespace, secret.Name)
	if c := metav1.GetControllerOf(secret); c != nil && errors.Is(checkController(c, owner), ErrLeftover) {
		return Credentials{}, Unchanged, fmt.Errorf("reading %s: %w", title, checkController(c, owner))
	}
	c, err := readCredentials(secret)
	if err != nil {
		return Credentials{}, Unchanged, err
	}
	file := render.PrimaryAuth(c.Current.Repl)
	if string(secret.Data[names.PrimaryAuthFile]) == file {
		return c, Unchanged, nil
	}
	if secret.Immutable != nil && *secret.Immutable {
		return Credentials{}, Unchanged, fmt.Errorf("%w: %s is immutable and its key %q is missing or does not hold the password of %q; "+
			"make it anew with the same passwords and without immutable", ErrCredentials, title, names.PrimaryAuthFile, names.ReplPasswordKey)
	}
	if err := a.addPrimaryAuth(ctx, secret, file); err != nil {
		return Credentials{}, Unchanged, fmt.Errorf("adding key %q to %s: %w", names.PrimaryAuthFile, title, scrub(err, c))
	}
	failpoint.Reached(failpoint.AddPrimaryAuth)
	return c, Applied, nil
}

// addPrimaryAuth fails with a Conflict when the Secret changed since it was read,
// or a new password would get the file of the one before.
func (a *Applier) addPrimaryAuth(ctx context.Context, secret *corev1.Secret, file string) error {
	body, err := json.Marshal(map[string]any{
		"metadata": map[string]any{"resourceVersion": secret.ResourceVersion},
		"data":     map[string][]byte{names.PrimaryAuthFile: []byte(file)},
	})
	if err != nil {
		return err
	}
	return a.Client.Patch(ctx, secret, client.RawPatch(types.MergePatchType, body), FieldOwner)
}

func secretTitle(cluster types.NamespacedName) string {
	return titleOf("Secret", cluster.Namespace, names.AuthSecret(cluster.Name))
}

func lost(cluster types.NamespacedName) error {
	return fmt.Errorf("%w: %s is gone while nodes exist that know its passwords; restore it from a backup with the same passwords, "+
		"or delete ValkeyCluster %q and create it anew, which loses its data", ErrCredentials, secretTitle(cluster), cluster.String())
}
