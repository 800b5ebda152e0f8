package pki

import (
	"fmt"
	"os"
	"path/filepath"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// Names of files in layout.PKI; certificates end in .crt and keys in .key.
const (
	AuthorityFile     = "ca"
	APIServerFile     = "apiserver"
	KubeletClientFile = "kubelet-client"
	TokensFile        = "tokens"
)

// Users of kubeconfigs beside the nodes' own.
const (
	ControllerManager = "kube-controller-manager"
	Scheduler         = "kube-scheduler"
	DNS               = "coredns"
)

// WriteCluster makes all keys of a cluster with the nodes and the kubeconfigs for people, components and nodes.
func WriteCluster(l layout.Layout, nodes []layout.Node) error {
	if err := os.MkdirAll(l.PKI(), 0o700); err != nil {
		return fmt.Errorf("making the key folder: %w", err)
	}
	authority, err := NewAuthority("testbed")
	if err != nil {
		return err
	}
	if err := writeServing(l, authority); err != nil {
		return err
	}
	for _, c := range kubeconfigs(l, nodes) {
		pair, err := authority.Client(c.user, c.groups...)
		if err != nil {
			return err
		}
		if err := writeKubeconfig(c, authority.PEM, pair); err != nil {
			return err
		}
	}
	return nil
}

func writeServing(l layout.Layout, authority *Authority) error {
	file := func(name string) string { return filepath.Join(l.PKI(), name) }
	if err := (Pair{Certificate: authority.PEM}).Write(file(AuthorityFile)); err != nil {
		return err
	}
	server, err := authority.Server(
		[]string{"kubernetes", "kubernetes.default", "kubernetes.default.svc", "kubernetes.default.svc." + layout.ClusterDomain, "localhost"},
		[]string{"127.0.0.1", layout.Host, layout.ServiceAPI},
	)
	if err != nil {
		return err
	}
	kubelet, err := authority.Client("kube-apiserver-kubelet-client", "system:masters")
	if err != nil {
		return err
	}
	tokens, err := SigningKey()
	if err != nil {
		return err
	}
	for name, pair := range map[string]Pair{APIServerFile: server, KubeletClientFile: kubelet, TokensFile: tokens} {
		if err := pair.Write(file(name)); err != nil {
			return err
		}
	}
	return nil
}

type kubeconfig struct {
	file, server, user string
	groups             []string
}

// kubeconfigs lists who talks to the API server and by which way. People and pods come through the front, whose faults
// are for them; nodes too, over a listener of their own; the control plane itself goes around it.
func kubeconfigs(l layout.Layout, nodes []layout.Node) []kubeconfig {
	const direct = "https://" + layout.APIServer
	all := []kubeconfig{
		{l.AdminKubeconfig(), "https://" + layout.Front, "admin", []string{"system:masters"}},
		{l.DirectKubeconfig(), direct, "admin-direct", []string{"system:masters"}},
		{l.Kubeconfig(ControllerManager), direct, "system:kube-controller-manager", nil},
		{l.Kubeconfig(Scheduler), direct, "system:kube-scheduler", nil},
		{l.Kubeconfig(DNS), direct, "coredns", []string{"system:masters"}},
	}
	for _, node := range nodes {
		all = append(all, kubeconfig{
			l.Kubeconfig(node.Name()), "https://" + layout.FrontNodes, "system:node:" + node.Name(), []string{"system:nodes"},
		})
	}
	return all
}

func writeKubeconfig(c kubeconfig, authority []byte, pair Pair) error {
	config := clientcmdapi.NewConfig()
	config.Clusters["testbed"] = &clientcmdapi.Cluster{Server: c.server, CertificateAuthorityData: authority}
	config.AuthInfos[c.user] = &clientcmdapi.AuthInfo{ClientCertificateData: pair.Certificate, ClientKeyData: pair.Key}
	config.Contexts["testbed"] = &clientcmdapi.Context{Cluster: "testbed", AuthInfo: c.user}
	config.CurrentContext = "testbed"
	if err := clientcmd.WriteToFile(*config, c.file); err != nil {
		return fmt.Errorf("writing kubeconfig %q: %w", c.file, err)
	}
	return nil
}
