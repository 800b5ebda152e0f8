package overlay

import (
	"errors"
	"strings"
	"testing"
)

const hidden = "hunter2-hidden"

// leaky are builds that kustomize refuses with objects or literals in its text;
// each error still says some word of what is wrong.
func leaky() map[string]struct {
	tree files
	want string
} {
	generator := "secretGenerator: [{name: s, literals: [password=" + hidden + "]}]\n"
	k := func(text string) files { return files{"o/kustomization.yaml": text, "o/object.yaml": object} }
	secret := "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: " + hidden + "}\n"
	return map[string]struct {
		tree files
		want string
	}{
		"a generator twice": {k("generatorOptions: {disableNameSuffixHash: true}\nsecretGenerator:\n- {name: s, literals: [password=" + hidden + "]}\n" +
			"- {name: s, literals: [password=" + hidden + "]}\n"), "merging from generator"},
		"a secret twice": {k("generatorOptions: {disableNameSuffixHash: true}\nresources: [secret.yaml]\n" + generator).
			with(files{"o/secret.yaml": secret}), "merging from generator"},
		"a bad literal": {k("secretGenerator: [{name: s, literals: [" + hidden + "]}]\n"), "literal sources"},
		"a bad patch":   {k("resources: [object.yaml]\npatches:\n- patch: '" + hidden + "'\n"), "unable to parse SM or JSON patch"},
		"a patch and no target": {k("resources: [object.yaml]\npatches:\n- patch: '[{\"op\": \"add\", \"path\": \"/data\", \"value\": {\"a\": \"" + hidden + "\"}}]'\n"),
			"must specify a target for JSON patch"},
		"an object without a name": {k("resources: [a.yaml]\n").with(files{"o/a.yaml": strings.Replace(secret, "{name: s}", "{}", 1)}), "missing metadata.name"},
		"an object without a kind": {k("resources: [a.yaml]\n").with(files{"o/a.yaml": strings.Replace(secret, "kind: Secret\n", "", 1)}), ""},
		"a replacement out of bounds": {k("resources: [secret.yaml, object.yaml]\nreplacements:\n- source: {kind: Secret, fieldPath: stringData.password, options: {delimiter: '-', index: 9}}\n" +
			"  targets: [{select: {kind: ConfigMap}, fieldPaths: [metadata.name]}]\n").with(files{"o/secret.yaml": secret}), "out of bounds"},
		"in a component": {k("components: [../c]\n").with(files{
			"c/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ngeneratorOptions: {disableNameSuffixHash: true}\nresources: [secret.yaml]\n" + generator,
			"c/secret.yaml":        secret,
		}), "merging from generator"},
		"an env file":   {k("secretGenerator: [{name: s, envs: [e]}]\n").with(files{"o/e": "a=" + hidden + "\n\xff\xfe" + hidden + "\n"}), "invalid utf8"},
		"a wrong value": {k("resources: [a.yaml]\n").with(files{"o/a.yaml": secret + "data: [" + hidden + "]\n"}), ""},
	}
}

func TestErrorsHideWhatTheyQuote(t *testing.T) {
	for name, test := range leaky() {
		t.Run(name, func(t *testing.T) {
			raw := unguarded(written(t, test.tree) + "/o")
			_, err := Build(Options{Dir: "o", FileSystem: mapFS(test.tree)})
			if (err == nil) != (raw == nil) {
				t.Fatalf("got %v, kustomize %v", err, raw)
			}
			if err == nil {
				return
			}
			if strings.Contains(err.Error(), hidden) || strings.Contains(err.Error(), "0xc0") {
				t.Errorf("the error shows data or addresses: %v", err)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error lacks %q: %v", test.want, err)
			}
			t.Log(err)
		})
	}
}

func TestUnquoted(t *testing.T) {
	for text, want := range map[string]string{
		"no such file": "no such file",
		"validator shouldn't modify the resource map: nodes unequal: \n -- x\n":                                       "validator shouldn't modify the resource map: nodes unequal:... (not shown: it may hold secrets)",
		"merging from generator &{x}: may not add resource with an already registered id: Secret.v1.[noGrp]/s.[noNs]": "merging from generator ... (not shown: it may hold secrets): may not add resource with an already registered id: Secret.v1.[noGrp]/s.[noNs]",
		"trouble configuring builtin PatchTransformer with config: `\npath: `: `a`\n`: failed to get the patch file":  "trouble configuring builtin PatchTransformer with config: ... (not shown: it may hold secrets): failed to get the patch file",
	} {
		if got := unquoted(text); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Our functions cannot work as validators: the error of kustomize would print the
// objects.
func TestValidatorsAreRefused(t *testing.T) {
	tree := files{
		"o/kustomization.yaml": "secretGenerator: [{name: s, literals: [password=" + hidden + "]}]\nvalidators: [ours.yaml]\n",
		"o/ours.yaml":          ours("ValkeyValidate", "{}"),
	}
	inline := files{"o/kustomization.yaml": "validators:\n- |\n" + indented(ours("ValkeyValidate", "{}"))}
	folder := tree.with(files{
		"o/kustomization.yaml": "validators: [../fns]\n", "fns/kustomization.yaml": "resources: [ours.yaml]\n", "fns/ours.yaml": ours("ValkeyValidate", "{}"),
	})
	for name, tree := range map[string]files{"a file": tree, "inline": inline, "a folder": folder} {
		for _, unjudged := range []bool{false, true} {
			_, err := Build(Options{Dir: "o", FileSystem: mapFS(tree), Unjudged: unjudged})
			var refused *RefusedError
			if !errors.As(err, &refused) || !strings.Contains(refused.Reason, "list it last under transformers") {
				t.Errorf("%s: got %v, want a refusal", name, err)
			}
		}
	}
	if raw := unguarded(written(t, tree) + "/o"); raw != nil && strings.Contains(unquoted(raw.Error()), hidden) {
		t.Errorf("shown: %v", unquoted(raw.Error()))
	}
}
