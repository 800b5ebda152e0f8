//go:build e2e

package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestSecretsStayWhereTheyBelong looks for both generated passwords and that of a
// user, as they are and in base64, wherever something is written down or shown: the
// logs of operator and servers, metrics, Events, conditions and every object but
// Secrets, and the arguments and environment of every process of this machine. It
// does so again while both generated passwords rotate, and nothing but the Secret
// may show the former or the new ones.
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
	hidden(t, c, passwords)
	// The file that holds one password is where it belongs, and nothing else is in
	// its folder.
	for _, p := range pods(t, c) {
		files, err := filepath.Glob(inPod(t, &p, names.AuthDir+"/[^.]*"))
		if err != nil || len(files) != 1 || filepath.Base(files[0]) != names.PrimaryAuthFile {
			t.Errorf("pod %s mounts %q (%v), want %s alone", p.Name, files, err, names.PrimaryAuthFile)
		}
	}
	passwords["operator, new"], passwords["replication, new"] = []byte(strings.Repeat("2c", 64)), []byte(strings.Repeat("3d", 64))
	rotateSystem(t, secret, passwords["operator, new"], passwords["replication, new"])
	hashed(t, c, 2)
	spread(t, c)
	hidden(t, c, passwords)
}

// hidden demands that the passwords stand nowhere that others look at.
func hidden(t *testing.T, c *v1alpha1.ValkeyCluster, passwords map[string][]byte) {
	t.Helper()
	shown := shownObjects(t, c)
	log, err := os.ReadFile(bed.log)
	if err != nil || !bytes.Contains(log, []byte(c.Namespace)) {
		t.Fatalf("%d bytes of the operator's log do not name the namespace (%v)", len(log), err)
	}
	shown["the operator's log"], shown["the metrics"] = log, []byte(page(t, metricsURL()))
	for _, p := range pods(t, c) {
		text, err := exec.Command(bed.testbed, "kubectl", "-n", p.Namespace, "logs", p.Name).Output()
		if err != nil || len(text) == 0 {
			t.Fatalf("%d bytes of log of pod %s (%v)", len(text), p.Name, err)
		}
		shown["the log of pod "+p.Name] = text
	}
	for file, text := range shownProcesses(t) {
		shown[file] = text
	}
	for where, text := range shown {
		for whose, password := range passwords {
			if contains(text, password) {
				t.Errorf("the password of %s stands in %s", whose, where)
			}
		}
	}
}

// contains looks for a password as it is and in base64, where its last characters
// depend on what follows it.
func contains(text, password []byte) bool {
	coded := base64.StdEncoding.EncodeToString(password[:len(password)/3*3])
	return bytes.Contains(text, password) || bytes.Contains(text, []byte(coded))
}

// shownObjects are all objects of the cluster but Secrets, the menu, and the Events
// of all namespaces, each list by its kind.
func shownObjects(t *testing.T, c *v1alpha1.ValkeyCluster) map[string][]byte {
	t.Helper()
	here, everywhere := client.InNamespace(c.Namespace), client.InNamespace("")
	lists := map[client.ObjectList]client.InNamespace{
		&v1alpha1.ValkeyClusterList{}: here, &v1alpha1.ValkeyNodeList{}: here, &corev1.PodList{}: here,
		&corev1.ConfigMapList{}: here, &corev1.ServiceList{}: here,
		&v1alpha1.ValkeyConfigList{}: everywhere, &v1alpha1.ValkeyImageList{}: everywhere, &v1alpha1.ValkeyRoleList{}: everywhere,
		&corev1.EventList{}: everywhere, &eventsv1.EventList{}: everywhere,
	}
	shown := map[string][]byte{}
	for list, where := range lists {
		if err := bed.client.List(t.Context(), list, where); err != nil {
			t.Fatal(err)
		}
		kind, err := bed.client.GroupVersionKindFor(list)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(list)
		if err != nil || !bytes.Contains(text, []byte(`"metadata":{"name":`)) && !bytes.Contains(text, []byte(`"uid":`)) {
			t.Fatalf("there is no %s to look at (%v)", kind, err)
		}
		shown[kind.String()] = text
	}
	if len(shown) != len(lists) {
		t.Fatalf("%d of %d lists were looked at", len(shown), len(lists))
	}
	return shown
}

// shownProcesses are the arguments and the environment of every process.
func shownProcesses(t *testing.T) map[string][]byte {
	t.Helper()
	shown := map[string][]byte{}
	for _, what := range []string{"cmdline", "environ"} {
		files, err := filepath.Glob("/proc/[0-9]*/" + what)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if text, err := os.ReadFile(f); err == nil { // else it ended
				shown[f] = text
			}
		}
	}
	if len(shown) < 10 {
		t.Fatalf("%d processes were looked at", len(shown))
	}
	return shown
}

// TestPasswordsAreFound in what they may be written into.
func TestPasswordsAreFound(t *testing.T) {
	t.Parallel()
	password := []byte("one that no other test uses, 44 bytes long..")
	for name, k := range map[string]struct {
		text string
		want bool
	}{
		"as it is":                     {`{"error":"AUTH ` + string(password) + `"}`, true},
		"in base64":                    {"data: " + base64.StdEncoding.EncodeToString(password), true},
		"in base64, without padding":   {base64.RawStdEncoding.EncodeToString(password), true},
		"in base64, with what follows": {base64.StdEncoding.EncodeToString([]byte(string(password) + "\nmore")), true},
		"another one":                  {base64.StdEncoding.EncodeToString([]byte("one that is not it")), false},
		"nothing":                      {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := contains([]byte(k.text), password); got != k.want {
				t.Errorf("found %t, want %t", got, k.want)
			}
		})
	}
}
