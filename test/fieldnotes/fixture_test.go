package fieldnotes_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/cli"
)

// world is a build with one cluster. What is empty is as in a good one.
type world struct {
	version string            // of the image
	memory  string            // limit
	valkey  map[string]string // settings of the config that the cluster selects
	base    map[string]string // settings of its base; nil for no base
	names   []string          // namespace/name of clusters
}

const cluster = `---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: %q, namespace: %q}
spec:
  configRef: standard
  shards: 3
  replicasPerShard: 1
  acl:
  - username: app
    passwordHashes: [e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855]
    permissions: [{roleRef: reader, keys: [{pattern: "*"}]}]
`

// yaml is the build as a user would write it.
func (w world) yaml() string {
	version, memory := or(w.version, "9.1.2"), or(w.memory, "64Gi")
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyImage\nmetadata: {name: image}\nspec: {repository: valkey/valkey, tag: %q, version: %q}\n", version, version)
	b.WriteString("---\napiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyRole\nmetadata: {name: reader}\nspec: {categories: [{name: read, access: allow}]}\n")
	baseRef := ""
	if w.base != nil {
		baseRef = "baseRef: base, "
		fmt.Fprintf(&b, "---\napiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata: {name: base}\nspec: {valkey: %s}\n", object(w.base))
	}
	fmt.Fprintf(&b, "---\napiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata: {name: standard}\nspec: {%simageRef: image, resources: {cpu: \"1\", memory: %q}, valkey: %s}\n",
		baseRef, memory, object(withPolicy(w.valkey)))
	for _, name := range w.clusters() {
		namespace, name, _ := strings.Cut(name, "/")
		fmt.Fprintf(&b, cluster, name, namespace)
	}
	return b.String()
}

// withPolicy adds what else a rule would ask for.
func withPolicy(settings map[string]string) map[string]string {
	const policy = "maxmemory-policy"
	for key := range settings {
		if strings.EqualFold(key, policy) {
			return settings
		}
	}
	out := map[string]string{policy: "allkeys-lru"}
	maps.Copy(out, settings)
	return out
}

func (w world) clusters() []string {
	if len(w.names) == 0 {
		return []string{"team-a/cache"}
	}
	return w.names
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// object is a map in JSON, which is YAML too.
func object(m map[string]string) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s: %s", quoted(key), quoted(m[key])))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func quoted(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		return err.Error() // a text can always be written
	}
	return string(raw)
}

// finding is a result of validate.
type finding struct {
	Rule, Severity, Message, Path string
	Object                        struct{ Kind, Name string }
}

// String is what the rows compare.
func (f finding) String() string { return f.Severity + " " + f.Rule }

// validate returns what the command says about a build.
func validate(t *testing.T, stream string, flags ...string) []finding {
	t.Helper()
	var out, errs bytes.Buffer
	exit := cli.Main("", append([]string{"validate", "-o", "json", "-"}, flags...), strings.NewReader(stream), &out, &errs)
	if exit > 1 {
		t.Fatalf("validate: exit %d: %s", exit, errs.String())
	}
	var report struct{ Results []finding }
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	failed := slices.ContainsFunc(report.Results, func(f finding) bool { return f.Severity == "error" })
	if failed != (exit == 1) {
		t.Errorf("exit %d beside the findings %v", exit, report.Results)
	}
	return report.Results
}

// about keeps the findings about settings of one name, by the spelling.
func about(findings []finding, key string) []finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f finding) bool { return f.Path != fmt.Sprintf("spec.valkey[%q]", key) })
}

// verdict is the findings about a setting, "accept" for none.
func verdict(t *testing.T, w world, key string) (words, messages string) {
	t.Helper()
	var all, texts []string
	for _, f := range about(validate(t, w.yaml()), key) {
		all = append(all, f.String())
		texts = append(texts, f.Message)
	}
	if len(all) == 0 {
		return "accept", ""
	}
	return strings.Join(all, ", "), strings.Join(texts, "\n")
}

// conf is the valkey.conf of the cluster, by line.
func conf(t *testing.T, w world) []string {
	t.Helper()
	var out, errs bytes.Buffer
	if exit := cli.Main("", []string{"render", "--what", "conf", "-"}, strings.NewReader(w.yaml()), &out, &errs); exit != 0 {
		t.Fatalf("render: exit %d: %s", exit, errs.String())
	}
	return strings.Split(out.String(), "\n")
}

// lines keeps the lines of a directive.
func lines(all []string, directive string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(line string) bool { return !strings.HasPrefix(line, directive+" ") })
}
