package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/node"
)

// state is what `up` leaves for other verbs.
type state struct {
	Nodes int `json:"nodes"`
	// Ready is written last; without it an `up` did not finish.
	Ready bool `json:"ready"`
	// Node and Kubectl are the programs that later verbs run.
	Node    node.Programs `json:"node"`
	Kubectl string        `json:"kubectl"`
	// Sysctls holds the kernel settings that kubelets change, as they were before.
	Sysctls map[string]string `json:"sysctls"`
	// Made lists the folders outside of the state folder that did not exist before.
	Made []string `json:"made"`
}

// ErrDown says that no testbed is up.
var ErrDown = errors.New("no testbed is up; run `testbed up`")

func stateFile(l layout.Layout) string { return filepath.Join(l.State, "testbed.json") }

func readState(l layout.Layout) (state, error) {
	content, err := os.ReadFile(stateFile(l))
	if errors.Is(err, fs.ErrNotExist) {
		return state{}, ErrDown
	}
	if err != nil {
		return state{}, fmt.Errorf("reading the testbed's state: %w", err)
	}
	var s state
	if err := json.Unmarshal(content, &s); err != nil {
		return state{}, fmt.Errorf("reading the testbed's state: %w", err)
	}
	return s, nil
}

func (s state) write(l layout.Layout) error {
	content, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the testbed's state: %w", err)
	}
	temporary := stateFile(l) + ".new"
	if err := os.WriteFile(temporary, content, 0o644); err != nil {
		return fmt.Errorf("writing the testbed's state: %w", err)
	}
	return os.Rename(temporary, stateFile(l))
}

// Nodes lists the nodes of the testbed that is up.
func Nodes(l layout.Layout) ([]layout.Node, error) {
	s, err := readState(l)
	if err != nil {
		return nil, err
	}
	return l.Nodes(s.Nodes), nil
}

// Node finds a node of the testbed that is up by its name.
func Node(l layout.Layout, name string) (layout.Node, error) {
	nodes, err := Nodes(l)
	if err != nil {
		return layout.Node{}, err
	}
	for _, node := range nodes {
		if node.Name() == name {
			return node, nil
		}
	}
	return layout.Node{}, fmt.Errorf("finding node %q: the testbed has %d nodes, node-a onwards", name, len(nodes))
}

// Kubectl is the path of the cluster's own kubectl.
func Kubectl(l layout.Layout) (string, error) {
	s, err := readState(l)
	return s.Kubectl, err
}

// Programs are what the nodes of the testbed that is up run.
func Programs(l layout.Layout) (node.Programs, error) {
	s, err := readState(l)
	return s.Node, err
}
