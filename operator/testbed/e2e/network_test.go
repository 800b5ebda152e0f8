//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// podsTalk: every pod reaches every other by address, and all by the name of a headless Service.
func podsTalk(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	b.headless(t, namespace)
	pods := b.agents(t, namespace)
	zones := map[string]bool{}
	var want []string
	for _, from := range pods {
		want = append(want, from.Status.PodIP)
		node, err := b.client.CoreV1().Nodes().Get(t.Context(), from.Spec.NodeName, metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		zones[node.Labels[corev1.LabelTopologyZone]] = true
		for _, to := range pods {
			got, err := ask(from, "get", "url", "http://"+to.Status.PodIP+":8080/")
			if err != nil || got != to.Name {
				t.Errorf("%s asks %s: got %q, %v", from.Name, to.Name, got, err)
			}
		}
	}
	if len(zones) != 3 {
		t.Errorf("the pods run in zones %v, want three", zones)
	}
	slices.Sort(want)
	for _, name := range []string{"agents", "agents." + namespace + ".svc." + layout.ClusterDomain} {
		eventually(t, 10*time.Second, "resolving "+name, func() error {
			answer, err := ask(pods[0], "resolve", "name", name)
			got := strings.Fields(answer)
			slices.Sort(got)
			if err == nil && !slices.Equal(got, want) {
				err = fmt.Errorf("got %v, want %v", got, want)
			}
			return err
		})
	}
	if got, err := ask(pods[0], "resolve", "name", "outside.example"); err == nil {
		t.Errorf("a name outside of the cluster resolves to %s", got)
	}
}

func restrictedRefuses(t *testing.T, b *bed) {
	pod := template("plain", agentImage)
	pod.Spec.SecurityContext, pod.Spec.Containers[0].SecurityContext = nil, nil
	_, err := b.client.CoreV1().Pods(b.namespace(t)).Create(t.Context(), pod, metav1.CreateOptions{})
	if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), "restricted") {
		t.Errorf("got %v, want a refusal by the restricted standard", err)
	}
}

// serviceAccount: the pod's own token lets it do what its role says and nothing else, over the Service's address.
func serviceAccount(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	_, err := b.client.RbacV1().Roles(namespace).Create(t.Context(), &rbacv1.Role{
		ObjectMeta: metav1.ObjectMeta{Name: "look"},
		Rules:      []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: []string{"list"}}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.client.RbacV1().RoleBindings(namespace).Create(t.Context(), &rbacv1.RoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "look"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "look"},
		Subjects:   []rbacv1.Subject{{Kind: "ServiceAccount", Name: "default", Namespace: namespace}},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b.create(t, namespace, template("agent", agentImage))
	pod := b.ready(t, namespace, "agent")
	eventually(t, 10*time.Second, "listing pods from a pod", func() error {
		got, err := ask(pod, "api", "path", "/api/v1/namespaces/"+namespace+"/pods")
		if err == nil && !strings.Contains(got, `"PodList"`) {
			err = fmt.Errorf("got %q", got)
		}
		return err
	})
	if _, err := ask(pod, "api", "path", "/api/v1/namespaces/"+namespace+"/secrets"); err == nil || !strings.Contains(err.Error(), "403") {
		t.Errorf("listing secrets from a pod: got %v, want 403", err)
	}
}

func execAndLogs(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	b.create(t, namespace, template("valkey", valkeyImage, "--save", ""))
	b.ready(t, namespace, "valkey")
	eventually(t, 10*time.Second, "exec", func() error {
		got, err := run("kubectl", "-n", namespace, "exec", "valkey", "--", "valkey-cli", "ping")
		if err == nil && !strings.Contains(got, "PONG") {
			err = fmt.Errorf("got %q", got)
		}
		return err
	})
	if got := mustRun(t, "kubectl", "-n", namespace, "logs", "valkey"); !strings.Contains(got, "Ready to accept connections") {
		t.Errorf("logs: got %q", got)
	}
}
