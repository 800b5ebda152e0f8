package layout

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Layout says where the testbed keeps its things.
type Layout struct {
	// Cache survives `down`: what was built and downloaded, by version.
	Cache string
	// State is removed by `down`: processes, logs, keys, the nodes' file systems.
	State string
	// Source is the folder of the testbed's Go module, in which the nested modules of what is built lie.
	Source string
}

// FromEnv reads TESTBED_CACHE, TESTBED_STATE and TESTBED_SOURCE; each has a default. Source is searched from the
// working directory upwards and stays empty when there is no tree, which matters only to an empty cache.
func FromEnv() (Layout, error) {
	l := Layout{Cache: os.Getenv("TESTBED_CACHE"), State: os.Getenv("TESTBED_STATE"), Source: os.Getenv("TESTBED_SOURCE")}
	if l.Cache == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return Layout{}, fmt.Errorf("finding a cache folder (set TESTBED_CACHE): %w", err)
		}
		l.Cache = filepath.Join(base, "valkey-menu-testbed")
	}
	if l.State == "" {
		l.State = "/var/lib/valkey-menu-testbed"
	}
	if l.Source == "" {
		l.Source = findSource()
	}
	if !filepath.IsAbs(l.Cache) || !filepath.IsAbs(l.State) {
		return Layout{}, errors.New("TESTBED_CACHE and TESTBED_STATE must be absolute")
	}
	return l, nil
}

// findSource walks up from the working directory to a folder that holds the nested module of Kubernetes.
func findSource() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		for _, candidate := range []string{dir, filepath.Join(dir, "operator", "testbed")} {
			if _, err := os.Stat(filepath.Join(candidate, "kubernetes", "go.mod")); err == nil {
				return candidate
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Logs holds one file a process.
func (l Layout) Logs() string { return filepath.Join(l.State, "logs") }

// Pids holds one record a process.
func (l Layout) Pids() string { return filepath.Join(l.State, "pids") }

// PKI holds the cluster's keys and certificates.
func (l Layout) PKI() string { return filepath.Join(l.State, "pki") }

// AdminKubeconfig reaches the API server through the front, so that its faults are felt.
func (l Layout) AdminKubeconfig() string { return filepath.Join(l.State, "admin.kubeconfig") }

// DirectKubeconfig reaches the API server around the front.
func (l Layout) DirectKubeconfig() string { return filepath.Join(l.State, "direct.kubeconfig") }

// AuditPolicy says which requests the API server records.
func (l Layout) AuditPolicy() string { return filepath.Join(l.State, "audit", "policy.yaml") }

// AuditLog is the current record; full ones lie beside it.
func (l Layout) AuditLog() string { return filepath.Join(l.State, "audit", "audit.log") }

// Operator holds what belongs to the operator under test: its log, the record of its process, its kubeconfig.
func (l Layout) Operator() string { return filepath.Join(l.State, "operator") }

// Root is the top of the repository; empty when Source is.
func (l Layout) Root() string {
	if l.Source == "" {
		return ""
	}
	return filepath.Join(l.Source, "..", "..")
}

// Kubeconfig of a component or a node.
func (l Layout) Kubeconfig(user string) string { return filepath.Join(l.PKI(), user+".kubeconfig") }

// NetNS is the file that holds a network namespace open.
func (l Layout) NetNS(name string) string { return filepath.Join(l.State, "netns", name) }

// FrontControl is the socket over which the front is told to delay or drop.
func (l Layout) FrontControl() string { return filepath.Join(l.State, "front.sock") }
