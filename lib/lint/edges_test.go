package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

const (
	image91 = "kind: ValkeyImage\nmetadata: {name: v91}\nspec: {repository: valkey/valkey, tag: 9.1.2, version: 9.1.2}\n---\n"
	image81 = "kind: ValkeyImage\nmetadata: {name: v81}\nspec: {repository: valkey/valkey, tag: 8.1.4, version: 8.1.4}\n---\n"
	image80 = "kind: ValkeyImage\nmetadata: {name: v80}\nspec: {repository: valkey/valkey, tag: 8.0.4, version: 8.0.4}\n---\n"
)

// brief prints the findings of some rules, one a line: severity, rule, name of
// the object and path, and the message after a colon where it is asked for.
func brief(findings []lint.Finding, messages bool, rules ...string) string {
	var out []string
	for _, f := range findings {
		if !strings.Contains(strings.Join(rules, " "), f.Rule) {
			continue
		}
		line := fmt.Sprintf("%s %s %s %s", f.Severity, f.Rule, f.Object.Name, f.Path)
		if messages {
			line += ": " + f.Message
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func imageStream(repository, tag, version string) string {
	return fmt.Sprintf("kind: ValkeyImage\nmetadata: {name: i}\nspec: {repository: %q, tag: %q, version: %q}\n", repository, tag, version)
}

func TestImageEdges(t *testing.T) {
	const repository, digest = "valkey/valkey", "@sha256:abc"
	tests := map[string]struct{ repository, tag, version, want string }{
		"as it should be":              {repository, "9.1.2", "9.1.2", ""},
		"v on either side":             {repository, "v9.1.2", "V9.1.2", ""},
		"flavour and build":            {repository, "9.1.2-alpine3.22", "9.1.2+build.7", ""},
		"version is less precise":      {repository, "9.1.2", "9.1", ""},
		"patch differs":                {repository, "9.1.2", "9.1.1", "VK050"},
		"minor differs, digest":        {repository, "9.0.2" + digest, "9.1.2", "VK050"},
		"tag is less precise":          {repository, "9.1", "9.1.2", "VK051"},
		"major only":                   {repository, "9", "9.1.2", "VK051"},
		"flavour of a major":           {repository, "9-alpine", "9.1.2", "VK051"},
		"digest pins a floating tag":   {repository, "latest" + digest, "9.1.2", ""},
		"latest in capitals":           {repository, "LATEST", "9.1.2", "VK051"},
		"a commit":                     {repository, "9f1e2d3", "9.1.2", ""},
		"a date":                       {repository, "20260101", "9.1.2", ""},
		"port of a registry":           {"registry:5000/valkey", "9.1.2", "9.1.2", ""},
		"port and tag":                 {"registry:5000/valkey:9", "9.1.2", "9.1.2", "VK052"},
		"tag":                          {"valkey:9", "9.1.2", "9.1.2", "VK052"},
		"digest in the repository":     {"registry:5000/valkey" + digest, "9.1.2", "9.1.2", "VK052"},
		"below the floor":              {repository, "8.1.4", "8.1.4", "VK053"},
		"no version":                   {repository, "build-7", "custom", "VK053"},
		"no version, and latest":       {repository, "latest", "", "VK051 VK053"},
		"the floor without a minor":    {repository, "9.0.0", "9", ""},
		"a version to come":            {repository, "12.3.4", "12.3.4", ""},
		"a moving tag with a flavour":  {repository, "unstable-alpine", "9.1.2", "VK051"},
		"a word that only starts with": {repository, "latestish", "9.1.2", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range lint.Run(load(t, imageStream(test.repository, test.tag, test.version)).input()) {
				got = append(got, f.Rule)
			}
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The config that completes a bad combination is the one to mend.
func TestMemoryIsReportedWhereItGoesWrong(t *testing.T) {
	const rules = "VK032 VK033"
	tests := map[string]struct{ stream, want string }{
		"both in one config": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 1Gi}, valkey: {MaxMemory: 2gb}}
`, `error VK032 a spec.valkey["MaxMemory"]`},
		"the child shrinks the limit": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 4Gi}, valkey: {maxmemory: 2gb}}
---
kind: ValkeyConfig
metadata: {name: b}
spec: {baseRef: a, resources: {memory: 1Gi}}
`, `error VK032 b spec.resources.memory`},
		"the base is wrong, children are many": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 1Gi}, valkey: {maxmemory: 2gb}}
---
kind: ValkeyConfig
metadata: {name: b}
spec: {baseRef: a}
---
kind: ValkeyConfig
metadata: {name: c}
spec: {baseRef: b}
`, `error VK032 a spec.valkey["maxmemory"]`},
		"the base is no item of its own": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {resources: {memory: 1Gi}, valkey: {maxmemory: 2gb}}
---
kind: ValkeyConfig
metadata: {name: b}
spec: {baseRef: a, imageRef: v91}
`, `error VK032 a spec.valkey["maxmemory"]`},
		"a maximum of zero": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 1Gi}, valkey: {maxmemory: "0"}}
`, `warning VK033 a spec.valkey["maxmemory"]`},
		"the base leaves the maximum to its children": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 1Gi}}
---
kind: ValkeyConfig
metadata: {name: b}
spec: {baseRef: a, valkey: {maxmemory: 512mb}}
`, ""},
		"no cluster may select such a base": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 1Gi}}
---
kind: ValkeyConfig
metadata: {name: b}
spec: {baseRef: a, valkey: {maxmemory: 512mb}}
---
kind: ValkeyCluster
metadata: {name: k, namespace: ns}
spec: {configRef: a, shards: 3, replicasPerShard: 1}
`, `warning VK033 a spec.resources.memory`},
		"exactly 80 percent": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 10000Mi}, valkey: {maxmemory: 8000mb}}
`, ""},
		"one megabyte above": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 10000Mi}, valkey: {maxmemory: 8001mb}}
`, `warning VK033 a spec.valkey["maxmemory"]`},
		"a small limit is advised in kilobytes": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 10Mi}, valkey: {maxmemory: 9mb}}
`, `warning VK033 a spec.valkey["maxmemory"]`},
		"exactly the limit": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 1Gi}, valkey: {maxmemory: 1gb}}
`, `warning VK033 a spec.valkey["maxmemory"]`},
		"a bad size has another rule": {`
kind: ValkeyConfig
metadata: {name: a}
spec: {imageRef: v91, resources: {memory: 1Gi}, valkey: {maxmemory: 2Gi}}
`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := lint.Run(load(t, image91+strings.TrimPrefix(test.stream, "\n")).input())
			if diff := cmp.Diff(test.want, brief(got, false, rules)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestQuantities(t *testing.T) {
	tests := map[string]struct{ cpu, memory, want string }{
		"usual":             {"500m", "1.5Gi", ""},
		"decimal":           {"1", "2G", ""},
		"Valkey's unit":     {"1", "512mb", `error VK034 a spec.resources.memory: "512mb" is not a Kubernetes quantity; did you mean "512Mi"?`},
		"a unit too many":   {"1", "8 GiB", `error VK034 a spec.resources.memory: "8 GiB" is not a Kubernetes quantity; did you mean "8Gi"?`},
		"lower case":        {"1", "2g", `error VK034 a spec.resources.memory: "2g" is not a Kubernetes quantity; did you mean "2Gi"?`},
		"no idea":           {"1", "lots", `error VK034 a spec.resources.memory: "lots" is not a Kubernetes quantity`},
		"cpu has no sizes":  {"1g", "2Gi", `error VK034 a spec.resources.cpu: "1g" is not a Kubernetes quantity`},
		"zero":              {"0m", "0", "error VK034 a spec.resources.cpu: \"0m\" is not above zero\nerror VK034 a spec.resources.memory: \"0\" is not above zero"},
		"bytes for a unit":  {"1", "512", `warning VK034 a spec.resources.memory: "512" is 512 bytes to Kubernetes`},
		"thousandths":       {"1", "1500m", `warning VK034 a spec.resources.memory: "1500m" is 1.5 bytes to Kubernetes; did you mean "1500Mi"?`},
		"far too large":     {"1", "1e99", ""},
		"placeholder-like":  {"1", "${MEMORY}", `error VK034 a spec.resources.memory: "${MEMORY}" is not a Kubernetes quantity`},
		"spaces around":     {" 1", "2Gi", `error VK034 a spec.resources.cpu: " 1" is not a Kubernetes quantity`},
		"exponent, no unit": {"1", "1e9", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			stream := fmt.Sprintf("kind: ValkeyConfig\nmetadata: {name: a}\nspec: {resources: {cpu: %q, memory: %q}}\n", test.cpu, test.memory)
			if diff := cmp.Diff(test.want, brief(lint.Run(load(t, stream).input()), true, "VK034")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Objects with generateName each get a name of their own in the cluster.
func TestGeneratedNamesAreNoDuplicates(t *testing.T) {
	stream := `
kind: ValkeyCluster
metadata: {generateName: a-, namespace: team-a}
spec: {configRef: c, shards: 3, replicasPerShard: 1}
---
kind: ValkeyCluster
metadata: {generateName: b-, namespace: team-a}
spec: {configRef: c, shards: 3, replicasPerShard: 2}
`
	for _, f := range lint.Run(load(t, stream).input()) {
		if f.Rule == "VK004" {
			t.Errorf("%s %s", f.Object, f.Message)
		}
	}
}
