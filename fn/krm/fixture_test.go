package krm_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/krm"
)

// run calls the function the way kustomize does.
func run(t testing.TB, in string) (out string, stderr string, exit int) {
	t.Helper()
	var errs bytes.Buffer
	output, exit := krm.Run([]byte(in), krm.Env{Root: t.TempDir(), Version: "v0.0.0-test", Stderr: &errs})
	return string(output), errs.String(), exit
}

// list writes a ResourceList. Items are complete YAML mappings without indent.
func list(functionConfig string, items ...string) string {
	var b strings.Builder
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n")
	for _, item := range items {
		b.WriteString(element(item))
	}
	if functionConfig != "" {
		b.WriteString("functionConfig:\n" + indent(functionConfig))
	}
	return b.String()
}

// element is one item as it stands in the list.
func element(item string) string { return "- " + strings.TrimPrefix(indent(item), "  ") }

func indent(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "  " + line
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func config(kind, spec string) string {
	return "apiVersion: fn.valkey.gomomento.com/v1alpha1\nkind: " + kind + "\nmetadata:\n  name: x\nspec: " + spec + "\n"
}

const (
	image = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyImage
metadata:
  name: valkey-9-1
spec: {repository: valkey/valkey, tag: "9.1.2", version: "9.1.2"}
`
	base = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata:
  name: standard
spec:
  imageRef: valkey-9-1 # the pinned one
  resources: {cpu: "1", memory: 2Gi}
  valkey: {maxmemory: 1500mb, maxmemory-policy: allkeys-lru}
`
	role = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyRole
metadata: {name: reader}
spec: {categories: [{name: read, access: allow}]}
`
	cluster = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata:
  name: cache
  namespace: team-a
spec:
  configRef: standard
  shards: 3
  replicasPerShard: 1
  acl:
  - username: app
    passwordHashes: [e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855]
    permissions:
    - roleRef: reader
      keys: [{pattern: "app:*"}]
`
)

// foreign is one of several kinds of objects that are none of the function's
// business, in forms that a YAML printer would change.
func foreign(i int) string {
	forms := []string{
		"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s # a comment\ndata:\n  script: |-\n    #!/bin/sh\n\n    echo   \"two  spaces\"\t\n  folded: >\n    one\n    two\n\n    three\n",
		"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s, labels: {}, annotations:    {a: \"1\", b: '2'}}\ndata: {}\n",
		"# leading comment\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n    name:   %s\n    # inside\nspec:\n    template:\n        spec:\n            containers:\n              - name: c\n                args: [\"" + strings.Repeat("long ", 60) + "\"]\n                env:\n                - {name: X, value: \"0777\"}\n",
		"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\ndata:\n  a: &anchor Grüße, 世界 \U0001F600\n  b: *anchor\n  c: 'it''s'\n  d: \"\\u00e9\\n\"\n  e: ~\n  f: !!str 1\n",
		"kind: Kustomization\nitems: []\nmetadata:\n  name: %s\n\n\n# trailing comment\n",
		"apiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\nstringData:\n  k: \"quoted: 1\"   \n  ? complex\n  : value\n",
	}
	return fmt.Sprintf(forms[i%len(forms)], fmt.Sprintf("object-%d", i))
}
