//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/operator"
)

const (
	ownKind = "/apis/" + group + "/v1alpha1/valkeyclusters"
	secrets = "/api/v1/secrets"
)

// operatorRuns as a process and then as a pod, with the same identity and permissions, and leaves nothing when it goes.
func operatorRuns(t *testing.T, b *bed) {
	t.Cleanup(func() {
		if t.Failed() && !keep {
			mustRun(t, "operator", "stop")
			mustRun(t, "operator", "uninstall", "--crds")
		}
	})
	b.operatorProcess(t)
	b.operatorPod(t)
	mustRun(t, "operator", "uninstall", "--crds")
	if _, err := b.client.CoreV1().Namespaces().Get(t.Context(), operator.Name, metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Errorf("the operator's namespace after its removal: %v", err)
	}
	if _, err := b.client.RbacV1().ClusterRoles().Get(t.Context(), operator.Name, metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Errorf("the operator's ClusterRole after its removal: %v", err)
	}
}

// operatorProcess: a program in the operator's place has its permissions, resolves what pods resolve, and leaves the
// machine's own resolver alone.
func (b *bed) operatorProcess(t *testing.T) {
	t.Helper()
	namespace := b.namespace(t)
	b.headless(t, namespace)
	pod := template("one", agentImage)
	pod.Spec.Hostname, pod.Spec.Subdomain = "one", "agents"
	b.create(t, namespace, pod)
	machine := content(t, "/etc/resolv.conf")
	mustRun(t, "operator", "start", "--program", agentProgram(t))
	if got := mustRun(t, "operator", "status"); !strings.HasPrefix(got, "running") {
		t.Errorf("status: %q", got)
	}
	process := &corev1.Pod{Status: corev1.PodStatus{PodIP: layout.Operator}}
	permitted(t, process)
	pod = b.ready(t, namespace, "one")
	eventually(t, 10*time.Second, "the name of a pod", func() error {
		got, err := ask(process, "resolve", "name", "one.agents."+namespace+".svc."+layout.ClusterDomain)
		if err == nil && got != pod.Status.PodIP {
			err = fmt.Errorf("got %q, want %q", got, pod.Status.PodIP)
		}
		return err
	})
	if _, err := ask(process, "get", "url", "http://"+pod.Status.PodIP+":8080/"); err != nil {
		t.Errorf("the operator does not reach a pod: %v", err)
	}
	if got := content(t, "/etc/resolv.conf"); got != machine {
		t.Errorf("the machine's resolver was changed:\n%s", got)
	}
	if _, err := run("operator", "install", "--image", agentImage); err == nil {
		t.Error("a second operator was installed beside the process")
	}
	mustRun(t, "operator", "stop", "--now")
	if got := mustRun(t, "operator", "status"); got != "not started" {
		t.Errorf("status: %q", got)
	}
}

// operatorPod: the installation runs the image as a pod, which reaches the API server as a process does.
func (b *bed) operatorPod(t *testing.T) {
	t.Helper()
	mustRun(t, "operator", "install", "--image", agentImage)
	pods, err := b.client.CoreV1().Pods(operator.Name).List(t.Context(), metav1.ListOptions{LabelSelector: "app=valkey-operator"})
	if err != nil || len(pods.Items) != 1 {
		t.Fatalf("pods of the operator: %d, %v", len(pods.Items), err)
	}
	permitted(t, &pods.Items[0])
	if _, err := run("operator", "start", "--program", agentProgram(t)); err == nil {
		t.Error("a process was started beside the pod")
	}
}

// auditNamesWrites: what an identity wrote is listed a moment later, and what it read is not.
func auditNamesWrites(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	since := time.Now().UTC().Format(time.RFC3339Nano)
	b.create(t, namespace, template("one", agentImage))
	b.ready(t, namespace, "one")
	got := mustRun(t, "audit", "--user", "admin-direct", "--since", since)
	if want := " admin-direct create pods " + namespace + "/one 201"; strings.Count(got, "\n") != 0 || !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want one line that ends with %q", got, want)
	}
	if others := mustRun(t, "audit", "--since", since); !strings.Contains(others, "system:node:node-") || strings.Contains(others, " get ") {
		t.Errorf("the writes of all: %q", others)
	}
}

// permitted demands what the operator may do and a refusal of what it may not.
func permitted(t *testing.T, process *corev1.Pod) {
	t.Helper()
	eventually(t, 10*time.Second, "listing clusters", func() error {
		got, err := ask(process, "api", "path", ownKind)
		if err == nil && !strings.Contains(got, "ValkeyClusterList") {
			err = fmt.Errorf("got %q", got)
		}
		return err
	})
	if _, err := ask(process, "api", "path", secrets); err == nil || !strings.Contains(err.Error(), "403") {
		t.Errorf("listing secrets: %v, want 403", err)
	}
}

// headless makes the Service agents of the namespace, by which its pods have names.
func (b *bed) headless(t *testing.T, namespace string) {
	t.Helper()
	_, err := b.client.CoreV1().Services(namespace).Create(t.Context(), &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: "agents"},
		Spec: corev1.ServiceSpec{
			ClusterIP: corev1.ClusterIPNone, Selector: map[string]string{"app": "e2e"}, Ports: []corev1.ServicePort{{Port: 8080}},
		},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
}

// agentProgram builds the agent, once, to run outside of a pod.
func agentProgram(t *testing.T) string {
	t.Helper()
	file := filepath.Join(filepath.Dir(program), "agent")
	if _, err := os.Stat(file); err == nil {
		return file
	}
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", file, "./agent")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the agent: %v\n%s", err, output)
	}
	return file
}

func content(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
