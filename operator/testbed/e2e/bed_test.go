//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/images"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

const (
	agentImage  = "testbed.local/agent:1"
	valkeyImage = images.ValkeyRepository + ":9.1.2"
)

// bed is a testbed that is up, with the images of the tests on every node.
type bed struct {
	layout  layout.Layout
	client  kubernetes.Interface
	dynamic dynamic.Interface
}

func newBed(t *testing.T, l layout.Layout) *bed {
	t.Helper()
	b := &bed{layout: l}
	b.connect(t)
	agentDir, err := filepath.Abs("agent")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := images.BuildGo(t.Context(), l.Cache, agentDir, agentImage, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	valkey, err := images.Valkey(t.Context(), l.Cache, "9.1.2", "9.1.2", t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, "load-image", agent.Path, valkey.Path)
	return b
}

// connect makes clients that go around the API front, so that its faults reach only what a test points at it.
func (b *bed) connect(t *testing.T) {
	t.Helper()
	config, err := clientcmd.BuildConfigFromFlags("", b.layout.DirectKubeconfig())
	if err != nil {
		t.Fatal(err)
	}
	config.QPS, config.Burst = 100, 200
	b.client = kubernetes.NewForConfigOrDie(config)
	b.dynamic = dynamic.NewForConfigOrDie(config)
}

// namespace makes a restricted namespace that goes away with the test.
func (b *bed) namespace(t *testing.T) string {
	t.Helper()
	made, err := b.client.CoreV1().Namespaces().Create(t.Context(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
		GenerateName: "e2e-", Labels: map[string]string{"pod-security.kubernetes.io/enforce": "restricted"},
	}}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() && keep {
			return
		}
		if err := b.client.CoreV1().Namespaces().Delete(context.Background(), made.Name, metav1.DeleteOptions{}); err != nil {
			t.Error(err)
		}
	})
	return made.Name
}

// run calls the testbed program and returns what it printed on both streams.
func run(args ...string) (string, error) {
	var output bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = &output, &output
	if args[0] == "up" {
		// The first one may take many minutes, which should be seen to pass.
		cmd.Stdout, cmd.Stderr = io.MultiWriter(&output, os.Stdout), io.MultiWriter(&output, os.Stdout)
	}
	err := cmd.Run()
	return strings.TrimSpace(output.String()), err
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	output, err := run(args...)
	if err != nil {
		t.Fatalf("testbed %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return output
}

// eventually tries until no error is left or the limit is over.
func eventually(t *testing.T, limit time.Duration, what string, try func() error) {
	t.Helper()
	var err error
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if err = try(); err == nil {
			return
		}
	}
	t.Fatalf("%s: not within %s: %v", what, limit, err)
}

// ask calls a pod's agent from the host.
func ask(pod *corev1.Pod, path string, query ...string) (string, error) {
	values := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	client := http.Client{Timeout: 4 * time.Second}
	response, err := client.Get(fmt.Sprintf("http://%s:8080/%s?%s", pod.Status.PodIP, path, values.Encode()))
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, strings.TrimSpace(string(body)))
	}
	return strings.TrimSpace(string(body)), err
}
