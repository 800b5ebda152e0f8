package pki

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"k8s.io/client-go/tools/clientcmd"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

func written(t *testing.T) layout.Layout {
	t.Helper()
	l := layout.Layout{State: t.TempDir()}
	if err := WriteCluster(l, l.Nodes(1)); err != nil {
		t.Fatal(err)
	}
	return l
}

func pool(t *testing.T, l layout.Layout) *x509.CertPool {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(l.PKI(), AuthorityFile+".crt"))
	if err != nil {
		t.Fatal(err)
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(content) {
		t.Fatal("the authority is no certificate")
	}
	return authorities
}

func TestServerCertificate(t *testing.T) {
	l := written(t)
	pair, err := tls.LoadX509KeyPair(filepath.Join(l.PKI(), APIServerFile+".crt"), filepath.Join(l.PKI(), APIServerFile+".key"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"kubernetes.default.svc", "127.0.0.1", layout.Host, layout.ServiceAPI} {
		if _, err := pair.Leaf.Verify(x509.VerifyOptions{Roots: pool(t, l), DNSName: name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := pair.Leaf.VerifyHostname("example.com"); err == nil {
		t.Error("it is valid for a name of others")
	}
}

// TestKubeconfigs: who each one is, and by which way it reaches the API server.
func TestKubeconfigs(t *testing.T) {
	l := written(t)
	tests := map[string]struct{ server, user, group string }{
		l.AdminKubeconfig():             {"https://" + layout.Front, "admin", "system:masters"},
		l.DirectKubeconfig():            {"https://" + layout.APIServer, "admin-direct", "system:masters"},
		l.Kubeconfig(ControllerManager): {"https://" + layout.APIServer, "system:kube-controller-manager", ""},
		l.Kubeconfig("node-a"):          {"https://" + layout.FrontNodes, "system:node:node-a", "system:nodes"},
	}
	for file, want := range tests {
		config, err := clientcmd.BuildConfigFromFlags("", file)
		if err != nil {
			t.Fatal(err)
		}
		block, _ := pem.Decode(config.CertData)
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if config.Host != want.server || certificate.Subject.CommonName != want.user {
			t.Errorf("%s: got %s at %s, want %s at %s", file, certificate.Subject.CommonName, config.Host, want.user, want.server)
		}
		if want.group != "" && !slices.Contains(certificate.Subject.Organization, want.group) {
			t.Errorf("%s: groups %v, want %s", file, certificate.Subject.Organization, want.group)
		}
		options := x509.VerifyOptions{Roots: pool(t, l), KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
		if _, err := certificate.Verify(options); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestKeysAreSecret(t *testing.T) {
	l := written(t)
	keys, err := filepath.Glob(filepath.Join(l.PKI(), "*.key"))
	if err != nil || len(keys) == 0 {
		t.Fatalf("got %v, %v", keys, err)
	}
	for _, file := range append(keys, l.AdminKubeconfig()) {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: others may read it: %v", file, err)
		}
	}
}
