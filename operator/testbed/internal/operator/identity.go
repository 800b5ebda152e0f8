package operator

import (
	"context"
	"fmt"
	"path/filepath"

	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/pki"
)

// tokenSeconds is longer than any testbed lives: a week.
const tokenSeconds = int64(7 * 24 * 3600)

// writeKubeconfig makes a kubeconfig of the operator's ServiceAccount, so that RBAC is what it is for a pod. It goes to
// the address that pods use, so that API faults reach it.
func writeKubeconfig(ctx context.Context, l layout.Layout, client kubernetes.Interface) (string, error) {
	seconds := tokenSeconds
	request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: &seconds}}
	answer, err := client.CoreV1().ServiceAccounts(Name).CreateToken(ctx, Name, request, metav1.CreateOptions{})
	if err != nil {
		return "", fmt.Errorf("asking for a token of the operator's ServiceAccount: %w", err)
	}
	config := clientcmdapi.NewConfig()
	config.Clusters["testbed"] = &clientcmdapi.Cluster{
		Server: "https://" + layout.FrontPods, CertificateAuthority: filepath.Join(l.PKI(), pki.AuthorityFile+".crt"),
	}
	config.AuthInfos[Name] = &clientcmdapi.AuthInfo{Token: answer.Status.Token}
	config.Contexts["testbed"] = &clientcmdapi.Context{Cluster: "testbed", AuthInfo: Name, Namespace: Name}
	config.CurrentContext = "testbed"
	file := filepath.Join(l.Operator(), "kubeconfig")
	if err := clientcmd.WriteToFile(*config, file); err != nil {
		return "", fmt.Errorf("writing kubeconfig %q: %w", file, err)
	}
	return file, nil
}
