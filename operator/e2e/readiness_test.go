//go:build e2e

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// TestNotReadyWithoutAPermission starts an operator that may read all kinds but one:
// it is not ready, and its log names the kind.
func TestNotReadyWithoutAPermission(t *testing.T) {
	const user = "e2e-reads-no-roles"
	read := func(group string, resources ...string) rbacv1.PolicyRule {
		return rbacv1.PolicyRule{APIGroups: []string{group}, Resources: resources, Verbs: []string{"get", "list", "watch"}}
	}
	create(t, &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: user}, Rules: []rbacv1.PolicyRule{
		read("", "services", "configmaps", "pods", "nodes"), read("policy", "poddisruptionbudgets"),
		read(v1alpha1.Group, "valkeyclusters", "valkeynodes", "valkeyimages", "valkeyconfigs"),
	}})
	create(t, &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: user}, RoleRef: rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: user},
		Subjects: []rbacv1.Subject{{Kind: rbacv1.UserKind, APIGroup: rbacv1.GroupName, Name: user}},
	})
	command, said := exec.Command(bed.operator), &output{}
	command.Env = append(os.Environ(), "KUBECONFIG="+kubeconfigAs(t, user))
	command.Stdout, command.Stderr = said, os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	}()
	eventually(t, patience, "the log names the kind", func() error {
		if err := secondReady(t); err == nil {
			t.Fatalf("it is ready without a permission; it said\n%s", said)
		}
		for line := range strings.Lines(said.String()) {
			if strings.Contains(line, `"message":"the cache is not filled, will retry"`) && strings.Contains(line, `"kind":"ValkeyRole"`) {
				return nil
			}
		}
		return errors.New("it does not")
	})
}

// kubeconfigAs is the administrator's kubeconfig in the name of somebody else.
func kubeconfigAs(t *testing.T, user string) string {
	t.Helper()
	config, err := clientcmd.LoadFromFile(must(testbed("kubeconfig", "--direct")))
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range config.AuthInfos {
		who.Impersonate = user
	}
	path := filepath.Join(t.TempDir(), "kubeconfig")
	if err := clientcmd.WriteToFile(*config, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// output is what a process writes while a test reads it.
type output struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.text.String()
}
