package cluster

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// until polls ready, which says why not, every 50 ms.
func until(ctx context.Context, what string, limit time.Duration, ready func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		err := ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s (see the logs with `testbed status`): %w", what, err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Client talks to the API server around the front, so that its faults do not reach the testbed's own work.
func Client(l layout.Layout) (kubernetes.Interface, error) { return ClientOf(l.DirectKubeconfig()) }

// ClientOf talks to the cluster of a kubeconfig, which need not be the testbed.
func ClientOf(kubeconfig string) (kubernetes.Interface, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("reading kubeconfig: %w", err)
	}
	config.QPS, config.Burst = 100, 200
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("making a client: %w", err)
	}
	return client, nil
}

func httpReady(url string) func(context.Context) error {
	return func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer func() { _ = response.Body.Close() }()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s answers %s", url, response.Status)
		}
		return nil
	}
}

func apiReady(client kubernetes.Interface) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := client.Discovery().RESTClient().Get().AbsPath("/readyz").DoRaw(ctx)
		return err
	}
}

func socketReady(network, address string) func(context.Context) error {
	return func(ctx context.Context) error {
		conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, network, address)
		if err != nil {
			return err
		}
		return conn.Close()
	}
}

// namespaceReady waits for what pods of the namespace default need; the controller manager makes it.
func namespaceReady(client kubernetes.Interface) func(context.Context) error {
	return func(ctx context.Context) error {
		if _, err := client.CoreV1().ServiceAccounts("default").Get(ctx, "default", metav1.GetOptions{}); err != nil {
			return err
		}
		_, err := client.CoreV1().ConfigMaps("default").Get(ctx, "kube-root-ca.crt", metav1.GetOptions{})
		return err
	}
}

func nodeReady(client kubernetes.Interface, name string) func(context.Context) error {
	return func(ctx context.Context) error {
		node, err := client.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		for _, condition := range node.Status.Conditions {
			if condition.Type == corev1.NodeReady {
				if condition.Status == corev1.ConditionTrue && len(node.Spec.Taints) == 0 {
					return nil
				}
				return fmt.Errorf("%s is not ready: %s, taints %v", name, condition.Message, node.Spec.Taints)
			}
		}
		return fmt.Errorf("%s has not reported yet", name)
	}
}
