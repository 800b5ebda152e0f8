package binaries

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// set is one nested module whose programs are built together.
type set struct {
	// folder of the nested module below the testbed's source, and the name in the cache.
	folder string
	// module whose version names the set.
	module string
	// programs as package paths or, for the module's own package, "."; the last element names the file.
	programs map[string]string
	ldflags  func(version string) string
}

var kubernetes = set{
	folder: "kubernetes",
	module: "k8s.io/kubernetes",
	programs: map[string]string{
		"kube-apiserver":          "k8s.io/kubernetes/cmd/kube-apiserver",
		"kube-controller-manager": "k8s.io/kubernetes/cmd/kube-controller-manager",
		"kube-scheduler":          "k8s.io/kubernetes/cmd/kube-scheduler",
		"kubectl":                 "k8s.io/kubernetes/cmd/kubectl",
		"kubelet":                 "k8s.io/kubernetes/cmd/kubelet",
	},
	ldflags: kubernetesVersion,
}

var coredns = set{
	folder:   "coredns",
	module:   "github.com/coredns/coredns",
	programs: map[string]string{"coredns": "."},
	ldflags:  func(string) string { return "" },
}

// kubernetesVersion stamps what the API server reports under /version; without it clients see v0.0.0.
func kubernetesVersion(version string) string {
	const pkg = "k8s.io/component-base/version"
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) < 3 {
		return ""
	}
	return fmt.Sprintf("-X %s.gitVersion=%s -X %s.gitMajor=%s -X %s.gitMinor=%s -X %s.gitTreeState=clean",
		pkg, version, pkg, parts[0], pkg, parts[1], pkg)
}

// version reads the pin out of the nested go.mod, which is the only place that states it.
func (s set) version(source string) (string, error) {
	file := filepath.Join(source, s.folder, "go.mod")
	content, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("reading the pin of %s: %w", s.module, err)
	}
	pin := regexp.MustCompile(`(?m)^(?:require\s+|\s+)` + regexp.QuoteMeta(s.module) + `\s+(v\S+)`)
	found := pin.FindSubmatch(content)
	if found == nil {
		return "", fmt.Errorf("reading the pin of %s: %s requires no version of it", s.module, file)
	}
	return string(found[1]), nil
}

// dir is the set's folder in the cache.
func (s set) dir(l layout.Layout, version string) string {
	return filepath.Join(l.Cache, "bin", s.folder+"-"+version)
}
