package render_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

func TestPasswordsStandInTheSecretOnly(t *testing.T) {
	for name, edit := range edits() {
		w := newWorld()
		edit(w)
		p := passwords()
		objects, err := render.Manifests(w.resolve(t), p)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, object := range objects {
			if secret, ok := object.(*corev1.Secret); ok {
				found += strings.Count(string(secret.Data["operator-password"]), p.Operator)
				found += strings.Count(string(secret.Data["repl-password"]), p.Repl)
				continue
			}
			raw, err := json.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			for _, password := range []string{p.Operator, p.Repl} {
				if strings.Contains(string(raw), password) {
					t.Errorf("%s: a password stands in a %s", name, object.GetObjectKind().GroupVersionKind().Kind)
				}
			}
		}
		if found != 2 {
			t.Errorf("%s: the Secret holds %d of 2 passwords", name, found)
		}
	}
}

func TestAuthSecret(t *testing.T) {
	p := passwords()
	s, err := render.AuthSecret(newWorld().resolve(t), p)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{
		"operator-password": []byte(p.Operator), "repl-password": []byte(p.Repl),
		"primaryauth.conf": []byte("primaryauth " + p.Repl + "\n"),
	}
	if diff := cmp.Diff(want, s.Data); diff != "" {
		t.Errorf("data differs (-want +got):\n%s", diff)
	}
	if s.Type != "Opaque" || s.Name != "cache-operator-auth" || s.Namespace != namespace {
		t.Errorf("Secret %s/%s of type %q", s.Namespace, s.Name, s.Type)
	}
}

func TestAuthSecretNeedsPasswords(t *testing.T) {
	for name, p := range map[string]render.Passwords{
		"none": {}, "no operator": {Repl: "x"}, "no repl": {Operator: "x"},
	} {
		if s, err := render.AuthSecret(newWorld().resolve(t), p); err == nil || s != nil {
			t.Errorf("%s: rendered %v, want an error", name, s)
		}
	}
}

func TestPodMountsOnePassword(t *testing.T) {
	for _, v := range pod(t, newWorld()).Spec.Volumes {
		if v.Secret == nil {
			continue
		}
		want := []corev1.KeyToPath{{Key: "primaryauth.conf", Path: "primaryauth.conf"}}
		if diff := cmp.Diff(want, v.Secret.Items); diff != "" {
			t.Errorf("%s mounts other keys (-want +got):\n%s", v.Name, diff)
		}
		return
	}
	t.Error("no Secret is mounted")
}

func TestPlaceholderSaysSo(t *testing.T) {
	p := render.PlaceholderPasswords()
	for _, password := range []string{p.Operator, p.Repl} {
		if !strings.Contains(password, "placeholder") || strings.ContainsAny(password, " \t\n\"'") {
			t.Errorf("placeholder %q", password)
		}
	}
	if p.Operator == p.Repl {
		t.Error("the placeholders cannot be told apart")
	}
}

func TestACLConfigMap(t *testing.T) {
	w := newWorld()
	w.bindUser()
	c := w.resolve(t)
	h := passwords().Hashes()
	file, err := render.ACLFile(c, h)
	if err != nil {
		t.Fatal(err)
	}
	m := render.ACLConfigMap(c, file)
	if m.Name != "cache-acl" || len(m.Data) != 1 || m.Data["users.acl"] != file.Text {
		t.Errorf("ConfigMap %q holds %v", m.Name, m.Data)
	}
	for _, hash := range []string{appHash, acl.Hash(passwords().Operator), acl.Hash(passwords().Repl)} {
		if !strings.Contains(file.Text, "#"+hash) {
			t.Errorf("users.acl lacks a hash:\n%s", file.Text)
		}
	}
	rotated, err := render.ACLFile(c, render.Hashes{Operator: append(h.Operator, appHash), Repl: h.Repl})
	if err != nil {
		t.Fatal(err)
	}
	if rotated.Revision == file.Revision {
		t.Error("a second operator password does not change the revision")
	}
}

func TestACLFileNamesTheCluster(t *testing.T) {
	w := newWorld()
	w.bindUser()
	c := w.resolve(t)
	c.Roles = nil
	_, err := render.ACLFile(c, passwords().Hashes())
	if err == nil || !strings.Contains(err.Error(), `"team-a/cache"`) || strings.Contains(err.Error(), appHash) {
		t.Errorf("error %v", err)
	}
}

func TestTLSWithoutASecretIsRefused(t *testing.T) {
	w := newWorld()
	w.cluster.Spec.TLS = &v1alpha1.TLS{}
	_, err := render.Node(w.resolve(t), render.Member{Name: "n"})
	if err == nil || !strings.Contains(err.Error(), "spec.tls.secretRef is empty") {
		t.Errorf("error %v, want one that names spec.tls.secretRef", err)
	}
}

// TestOldVersionsAreNotGivenWhatTheyRefuse: 8.x knows no CLUSTER SYNCSLOTS and
// refuses a whole users.acl that names it.
func TestOldVersionsAreNotGivenWhatTheyRefuse(t *testing.T) {
	for version, want := range map[string]bool{"8.1.1": false, "9.0.0": true, "unstable": true} {
		w := newWorld()
		w.image.Spec.Version = version
		file, err := render.ACLFile(w.resolve(t), render.PlaceholderPasswords().Hashes())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(file.Text, "+cluster|syncslots"); got != want {
			t.Errorf("version %s: +cluster|syncslots is there: %v, want %v", version, got, want)
		}
	}
}
