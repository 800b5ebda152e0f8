//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestSecretsStayWhereTheyBelong looks for both generated passwords and that of a
// user wherever something is written down or shown: the operator's log, Events,
// conditions and every object but Secrets, and the arguments and environment of
// every process of this machine.
func TestSecretsStayWhereTheyBelong(t *testing.T) {
	t.Parallel()
	r := role(t)
	// Not the password of other tests, which give it to valkey-cli.
	const password = "one that no other test uses"
	c := cluster(t, menu(t), 1, 1, withUsers(bind("app", r, password)))
	ready(t, c)
	spread(t, c)
	secret := get(t, c.Namespace, names.AuthSecret(c.Name), &corev1.Secret{})
	passwords := map[string][]byte{
		"operator": secret.Data[names.OperatorPasswordKey], "replication": secret.Data[names.ReplPasswordKey], "user": []byte(password),
	}
	for name, p := range passwords {
		if name != "user" && len(p) != 128 {
			t.Errorf("the password of %s has %d characters, want 128", name, len(p))
		}
	}
	shown := map[string][]byte{}
	for _, list := range []client.ObjectList{
		&v1alpha1.ValkeyClusterList{}, &v1alpha1.ValkeyNodeList{}, &corev1.PodList{}, &corev1.ConfigMapList{}, &corev1.ServiceList{},
		&corev1.EventList{}, &eventsv1.EventList{},
	} {
		if err := bed.client.List(t.Context(), list, client.InNamespace(c.Namespace)); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		shown[list.GetObjectKind().GroupVersionKind().String()+string(text[:min(40, len(text))])] = text
	}
	log, err := os.ReadFile(bed.log)
	if err != nil {
		t.Fatal(err)
	}
	shown["the operator's log"] = log
	processes := 0
	for _, what := range []string{"cmdline", "environ"} {
		files, err := filepath.Glob("/proc/[0-9]*/" + what)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if text, err := os.ReadFile(f); err == nil { // else it ended
				shown[f] = text
				processes++
			}
		}
	}
	if processes < 10 || len(log) == 0 {
		t.Fatalf("%d processes and %d bytes of log were looked at", processes, len(log))
	}
	for where, text := range shown {
		for whose, password := range passwords {
			if bytes.Contains(text, password) {
				t.Errorf("the password of %s stands in %s", whose, where)
			}
		}
	}
	// The file that holds one password is where it belongs, and nothing else is in
	// its folder.
	for _, p := range pods(t, c) {
		files, err := filepath.Glob(inPod(t, &p, names.AuthDir+"/[^.]*"))
		if err != nil || len(files) != 1 || filepath.Base(files[0]) != names.PrimaryAuthFile {
			t.Errorf("pod %s mounts %q (%v), want %s alone", p.Name, files, err, names.PrimaryAuthFile)
		}
	}
}
