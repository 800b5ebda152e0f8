package apply

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

const (
	operatorPassword = "correct-horse"
	replPassword     = "battery-staple"
)

// whole is the data of a Secret that lacks nothing.
func whole() map[string][]byte {
	return map[string][]byte{
		"operator-password": []byte(operatorPassword), "repl-password": []byte(replPassword),
		"primaryauth.conf": []byte("primaryauth " + replPassword + "\n"),
	}
}

func secretWith(change func(map[string][]byte)) *corev1.Secret {
	s := &corev1.Secret{Data: whole()}
	s.Namespace, s.Name = cacheKey().Namespace, names.AuthSecret(cacheKey().Name)
	change(s.Data)
	return s
}

func TestSecretIsMadeFromRandomness(t *testing.T) {
	w, a := newWorld(t)
	a.Random = bytes.NewReader(append(bytes.Repeat([]byte{0x0a}, 64), bytes.Repeat([]byte{0xb1}, 64)...))
	c, result, err := a.AuthSecret(t.Context(), cacheKey(), owner(), false)
	if err != nil || result != Applied {
		t.Fatalf("%q, %v", result, err)
	}
	if c.Current.Operator != strings.Repeat("0a", 64) || c.Current.Repl != strings.Repeat("b1", 64) {
		t.Error("the passwords are not the hexadecimal form of what was read")
	}
	live := secretWith(func(map[string][]byte) {})
	mustGet(t.Context(), t, w.client, live)
	if len(live.OwnerReferences) != 1 || live.OwnerReferences[0].UID != "uid-of-cache" || live.Labels[names.LabelManagedBy] != names.ManagedBy {
		t.Errorf("labels %v, owners %v", live.Labels, live.OwnerReferences)
	}
	again, result, err := a.AuthSecret(t.Context(), cacheKey(), owner(), true)
	if err != nil || result != Unchanged || again != c {
		t.Errorf("the second pass: %q, %v", result, err)
	}
	if diff := cmp.Diff([]string{"create cache-operator-auth"}, w.taken()); diff != "" {
		t.Errorf("writes differ (-want +got):\n%s", diff)
	}
}

func TestPasswordsAreRandomByDefault(t *testing.T) {
	seen := map[string]bool{}
	for range 3 {
		_, a := newWorld(t)
		c, _, err := a.AuthSecret(t.Context(), cacheKey(), owner(), false)
		if err != nil {
			t.Fatal(err)
		}
		seen[c.Current.Operator], seen[c.Current.Repl] = true, true
	}
	if len(seen) != 6 {
		t.Errorf("%d different passwords of 6", len(seen))
	}
}

func TestExistingSecret(t *testing.T) {
	noFile := func(d map[string][]byte) { delete(d, names.PrimaryAuthFile) }
	for name, c := range map[string]struct {
		change func(map[string][]byte)
		result Result
		want   error
		text   string // part of the error
	}{
		"whole":        {func(map[string][]byte) {}, Unchanged, nil, ""},
		"no file":      {noFile, Applied, nil, ""},
		"another file": {func(d map[string][]byte) { d[names.PrimaryAuthFile] = []byte("primaryauth old\n") }, Applied, nil, ""},
		"no password":  {func(d map[string][]byte) { delete(d, "operator-password") }, Unchanged, ErrCredentials, `lacks key "operator-password"`},
		"empty password": {
			func(d map[string][]byte) { d["repl-password"] = nil }, Unchanged, ErrCredentials, `lacks key "repl-password" or it is empty`,
		},
		"nothing": {func(d map[string][]byte) { clear(d) }, Unchanged, ErrCredentials, `lacks key "repl-password"`},
	} {
		secret := secretWith(c.change)
		w, a := newWorld(t, secret)
		got, result, err := a.AuthSecret(t.Context(), cacheKey(), owner(), true)
		if result != c.result || !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %q, %v", name, result, err)
		}
		if c.want != nil {
			if got != (Credentials{}) || !strings.Contains(err.Error(), `Secret "team-a/cache-operator-auth"`) || len(w.taken()) != 0 {
				t.Errorf("%s: error %v, or something was given or written", name, err)
			}
			continue
		}
		if got.Current.Operator != operatorPassword || got.Current.Repl != replPassword {
			t.Errorf("%s: other passwords", name)
		}
		mustGet(t.Context(), t, w.client, secret)
		if !maps.EqualFunc(whole(), secret.Data, bytes.Equal) || secret.Labels != nil || secret.OwnerReferences != nil {
			t.Errorf("%s: the Secret has other keys, or labels or owners", name)
		}
	}
}

// TestSecretOfOthersIsUsed: a program that keeps Secrets may control it. One that
// an earlier cluster left is about to be collected.
func TestSecretOfOthersIsUsed(t *testing.T) {
	for name, c := range map[string]struct {
		change func(client.Object)
		want   error
	}{
		"ours":             {controlledBy("ValkeyCluster", "cache", "uid-of-cache"), nil},
		"another program":  {controlledBy("ExternalSecret", "cache", "1"), nil},
		"an earlier owner": {controlledBy("ValkeyCluster", "cache", "1"), ErrLeftover},
	} {
		secret := secretWith(func(map[string][]byte) {})
		c.change(secret)
		_, a := newWorld(t, secret)
		if _, _, err := a.AuthSecret(t.Context(), cacheKey(), owner(), false); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
	}
}

func TestLostSecretIsNotMadeAnew(t *testing.T) {
	w, a := newWorld(t)
	_, _, err := a.AuthSecret(t.Context(), cacheKey(), owner(), true)
	if !errors.Is(err, ErrCredentials) || !strings.Contains(err.Error(), "restore it from a backup") || len(w.taken()) != 0 {
		t.Errorf("error %v", err)
	}
}

func TestImmutableSecret(t *testing.T) {
	yes := true
	for name, c := range map[string]struct {
		change func(map[string][]byte)
		want   error
	}{
		"whole":   {func(map[string][]byte) {}, nil},
		"no file": {func(d map[string][]byte) { delete(d, names.PrimaryAuthFile) }, ErrCredentials},
	} {
		secret := secretWith(c.change)
		secret.Immutable = &yes
		w, a := newWorld(t, secret)
		if _, _, err := a.AuthSecret(t.Context(), cacheKey(), owner(), true); !errors.Is(err, c.want) || len(w.taken()) != 0 {
			t.Errorf("%s: error %v, want %v and nothing sent", name, err, c.want)
		}
	}
}

// TestFasterSecretCounts: another operator makes the Secret after it was looked
// for.
func TestFasterSecretCounts(t *testing.T) {
	w, a := newWorld(t)
	w.make(t, secretWith(func(map[string][]byte) {}))
	a.APIReader = &missesOnce{Reader: w.client}
	c, result, err := a.AuthSecret(t.Context(), cacheKey(), owner(), false)
	if err != nil || result != Unchanged || c.Current.Operator != operatorPassword {
		t.Errorf("%q, %v", result, err)
	}
	if diff := cmp.Diff([]string{"create cache-operator-auth"}, w.taken()); diff != "" {
		t.Errorf("writes differ (-want +got):\n%s", diff)
	}
}

// TestAnswersAreScrubbed: an answer may quote what was sent.
func TestAnswersAreScrubbed(t *testing.T) {
	group := schema.GroupResource{Resource: "secrets"}
	for name, c := range map[string]struct {
		random  byte
		objects []client.Object
		quoted  []string
	}{
		"creating": {0xab, nil, []string{strings.Repeat("ab", 64), base64Of(strings.Repeat("ab", 64))}},
		"patching": {0, []client.Object{secretWith(func(d map[string][]byte) { delete(d, names.PrimaryAuthFile) })},
			[]string{operatorPassword, replPassword, base64Of(replPassword)}},
	} {
		w, a := newWorld(t, c.objects...)
		a.Random = bytes.NewReader(bytes.Repeat([]byte{c.random}, 128))
		w.refuse = apierrors.NewForbidden(group, "cache-operator-auth", errors.New("not "+strings.Join(c.quoted, " or ")))
		_, _, err := a.AuthSecret(t.Context(), cacheKey(), owner(), false)
		if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), "cache-operator-auth") {
			t.Errorf("%s: error %v", name, err)
		}
		for _, password := range c.quoted {
			if strings.Contains(err.Error(), password) {
				t.Errorf("%s: the error quotes a password", name)
			}
		}
	}
}

func TestNoRandomnessNoSecret(t *testing.T) {
	w, a := newWorld(t)
	a.Random = bytes.NewReader(make([]byte, 127))
	if _, result, err := a.AuthSecret(t.Context(), cacheKey(), owner(), false); err == nil || result != Unchanged || len(w.taken()) != 0 {
		t.Errorf("%q, %v", result, err)
	}
}
