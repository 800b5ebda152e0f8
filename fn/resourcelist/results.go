package resourcelist

import (
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// readResults takes the results of earlier functions. Those that do not decode stay in the text all the same.
func (rl *ResourceList) readResults() error {
	results := yamlnode.Child(rl.root, resultsKey)
	if results == nil || isNull(results) {
		return nil
	}
	if results.Kind != yaml.SequenceNode {
		return errorAt(results, "results is not a sequence")
	}
	for _, n := range results.Content {
		var result framework.Result
		if err := n.Decode(&result); err != nil {
			continue
		}
		if _, id, err := wire(&result); err == nil {
			rl.known[id] = true
			rl.results = append(rl.results, &result)
		}
	}
	return nil
}

// Results are the results as read, then those added.
func (rl *ResourceList) Results() framework.Results {
	return append(rl.results[:len(rl.results):len(rl.results)], rl.newResults...)
}

// AddResults appends results, except those that are there already with the same fields.
func (rl *ResourceList) AddResults(results ...*framework.Result) error {
	for _, r := range results {
		_, id, err := wire(r)
		if err != nil {
			return fmt.Errorf("adding result: %w", err)
		}
		if !rl.known[id] {
			rl.known[id] = true
			rl.newResults = append(rl.newResults, r)
		}
	}
	return nil
}

// wire is the form of a result in the list, and a text that is the same for results with the same fields.
func wire(r *framework.Result) (*yaml.Node, string, error) {
	var n yaml.Node
	if err := n.Encode(r); err != nil {
		return nil, "", fmt.Errorf("encoding result: %w", err)
	}
	value, err := yamlnode.Decode(&n)
	if err != nil {
		return nil, "", fmt.Errorf("encoding result: %w", err)
	}
	id, err := json.Marshal(value)
	if err != nil {
		return nil, "", fmt.Errorf("encoding result: %w", err)
	}
	return &n, string(id), nil
}
