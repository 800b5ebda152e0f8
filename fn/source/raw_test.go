package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	kubectl "sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// found prints findings one a line.
func found(set *Set) []string {
	var got []string
	for _, f := range set.Findings {
		got = append(got, fmt.Sprintf("%s %s %s: %s", f.Rule, f.Place, f.Path, f.Message))
	}
	return got
}

// setting is a ValkeyConfig whose directive x has the text as its value, in line 6 from column 8.
func setting(text string) string {
	return "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nmetadata: {name: a}\nspec:\n  valkey:\n    x: " + text + "\n"
}

// TestScalars has what kustomize v5.8.2 prints and what sigs.k8s.io/yaml reads for each text, both seen by running
// them. The second is compared again.
func TestScalars(t *testing.T) {
	const (
		valkey   = " (Valkey itself spells booleans yes and no)"
		aBool    = " without quotes is a boolean for every reader, not a string: write "
		aString  = " without quotes is a string for kustomize and the boolean "
		aNumber  = " without quotes is a number for every reader, not a string: write it in quotes, "
		theValue = " without quotes is the number "
		rewrites = " in kustomize build, kubectl keeps it as written: write "
	)
	tests := map[string]string{
		"yes":   "VK070 yes" + aString + `true for kubectl: write "yes"` + valkey,
		"No":    "VK070 No" + aString + `false for kubectl: write "No"` + valkey,
		"on":    "VK070 on" + aString + `true for kubectl: write "on"` + valkey,
		"OFF":   "VK070 OFF" + aString + `false for kubectl: write "OFF"` + valkey,
		"y":     "VK070 y" + aString + `true for kubectl: write "y"` + valkey,
		"N":     "VK070 N" + aString + `false for kubectl: write "N"` + valkey,
		"true":  "VK070 true" + aBool + `"true"` + valkey,
		"FALSE": "VK070 FALSE" + aBool + `"FALSE"` + valkey,

		"9":                 "VK071 9" + aNumber + `"9" if that is meant`,
		"9.0":               "VK071 9.0" + theValue + `9 for every reader, not a string: write "9.0"`,
		"0777":              "VK071 0777" + theValue + `511 for every reader, not a string: write "0777"`,
		"0o17":              "VK071 0o17" + theValue + `15 for every reader, not a string: write "0o17"`,
		"1_000":             "VK071 1_000" + theValue + `1000 for every reader, not a string: write "1_000"`,
		"1e3":               "VK071 1e3" + theValue + `1000 for every reader, not a string: write "1e3"`,
		"0x10":              "VK071 0x10" + theValue + `16 for every reader, not a string: write "0x10"`,
		"0b11":              "VK071 0b11" + theValue + `3 for every reader, not a string: write "0b11"`,
		".5":                "VK071 .5" + theValue + `0.5 for every reader, not a string: write ".5"`,
		"1.":                "VK071 1." + theValue + `1 for every reader, not a string: write "1."`,
		"+1":                "VK071 +1" + theValue + `1 for every reader, not a string: write "+1"`,
		"-0":                "VK071 -0" + theValue + `0 for every reader, not a string: write "-0"`,
		"20230921.12345678": "VK071 20230921.12345678" + aNumber + `"20230921.12345678" if that is meant`,
		"!!int '5'":         "VK071 5" + aNumber + `"5" if that is meant`,
		"123456789012345678901234567890": "VK071 123456789012345678901234567890" + theValue +
			`1.2345678901234568e+29 for every reader, not a string: write "123456789012345678901234567890"`,

		"2024-01-01":          "VK073 2024-01-01 without quotes becomes 2024-01-01T00:00:00Z" + rewrites + `"2024-01-01"`,
		"2024-1-1":            "VK073 2024-1-1 without quotes becomes 2024-01-01T00:00:00Z" + rewrites + `"2024-1-1"`,
		"2024-01-01 10:00:00": "VK073 2024-01-01 10:00:00 without quotes becomes 2024-01-01T10:00:00Z" + rewrites + `"2024-01-01 10:00:00"`,

		"${SIZE}":          "VK076 ${SIZE} is a placeholder: what replaces it is not checked; a number or a boolean in its place is no string for any reader: write the value in quotes",
		`"a ${B} ${SIZE}"`: "VK076 ${B} is a placeholder: what replaces it is not checked; kustomize build drops the quotes, and then a number or a boolean in its place is no string",

		"12:30:45": "", "2024-01-01T00:00:00Z": "", "9.1.2": "", "1gb": "", "yEs": "", "tRue": "", "0x": "", "1e": "", "--1": "", "$X": "",
		"''": "", `"yes"`: "", "'9.0'": "", `"0777"`: "", "'2024-01-01'": "", "!!str yes": "", "!!str 9.0": "",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			set := mustReadText(t, setting(text))
			var got string
			for _, f := range set.Findings {
				got += f.Rule + " " + f.Message
				if want := `spec.valkey["x"]`; f.Path != want {
					t.Errorf("want path %s, got %s", want, f.Path)
				}
				if want := (Place{"in.yaml", 6, 8}); f.Place != want {
					t.Errorf("want place %s, got %s", want, f.Place)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("finding (-want +got):\n%s", diff)
			}
			compareWithKubectl(t, text, want)
		})
	}
}

// compareWithKubectl demands VK070 or VK071 exactly where kubectl's library reads no string.
func compareWithKubectl(t *testing.T, text, finding string) {
	t.Helper()
	var value any
	if err := kubectl.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	_, isString := value.(string)
	refused := strings.HasPrefix(finding, RuleBoolean) || strings.HasPrefix(finding, RuleNumber)
	if isString == refused {
		t.Errorf("kubectl reads %s as %T, the finding is %q", text, value, finding)
	}
}

func TestRawPlaces(t *testing.T) {
	hash := strings.Repeat("7", 64)
	tests := map[string]struct {
		text string
		want []string
	}{
		"fields of every kind of string": {
			"--- # first\napiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyCluster\nmetadata:\n  name: 12\n  labels: {a: on}\nspec:\n" +
				"  configRef: 9\n  shards: 3\n  placement: {zones: [1], nodeSelector: {disk: true}}\n  podAnnotations:\n    a.b/c: off\n",
			[]string{
				`VK071 in.yaml:5:9 metadata.name: 12 without quotes is a number for every reader, not a string: write it in quotes, "12" if that is meant`,
				`VK070 in.yaml:6:15 metadata.labels["a"]: on without quotes is a string for kustomize and the boolean true for kubectl: write "on"`,
				`VK071 in.yaml:8:14 spec.configRef: 9 without quotes is a number for every reader, not a string: write it in quotes, "9" if that is meant`,
				`VK071 in.yaml:10:23 spec.placement.zones[0]: 1 without quotes is a number for every reader, not a string: write it in quotes, "1" if that is meant`,
				`VK070 in.yaml:10:48 spec.placement.nodeSelector["disk"]: true without quotes is a boolean for every reader, not a string: write "true"`,
				`VK070 in.yaml:12:12 spec.podAnnotations["a.b/c"]: off without quotes is a string for kustomize and the boolean false for kubectl: write "off"`,
			},
		},
		"secrets are not repeated": {
			"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nspec:\n  valkey:\n    RequirePass: 4711\n    primaryauth: on\n" +
				"    user: \"${U:-4711}\"\n    masterauth: 2024-01-01\n  acl:\n  - username: a\n    passwordHashes:\n    - " + hash + "\n    - ${HASH:-" + hash + "}\n",
			[]string{
				`VK071 in.yaml:5:18 spec.valkey["RequirePass"]: the value without quotes is a number for every reader, not a string: write it in quotes`,
				`VK070 in.yaml:6:18 spec.valkey["primaryauth"]: the value without quotes is a string for kustomize and the boolean true for kubectl: write it in quotes (Valkey itself spells booleans yes and no)`,
				`VK076 in.yaml:7:11 spec.valkey["user"]: the value is a placeholder: what replaces it is not checked; kustomize build drops the quotes, and then a number or a boolean in its place is no string`,
				`VK073 in.yaml:8:17 spec.valkey["masterauth"]: the value without quotes becomes another one in kustomize build, kubectl keeps it as written: write it in quotes`,
				`VK071 in.yaml:12:7 spec.acl[0].passwordHashes[0]: the value without quotes is a number for every reader, not a string: write it in quotes`,
				`VK076 in.yaml:13:7 spec.acl[0].passwordHashes[1]: the value is a placeholder: what replaces it is not checked; a number or a boolean in its place is no string for any reader: write the value in quotes`,
			},
		},
		"nor those of mistyped directives": {
			"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nspec:\n  valkey:\n    requirepas: 4711\n",
			[]string{
				`VK071 in.yaml:5:17 spec.valkey["requirepas"]: the value without quotes is a number for every reader, not a string: write it in quotes`,
			},
		},
		"keys": {
			"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nspec:\n  valkey: {no: a, True: b, 0777: c, 12: d, \"yes\": e}\n",
			[]string{
				`VK070 in.yaml:4:12 spec.valkey["no"]: key no without quotes stays as it is in kustomize and becomes false in kubectl: write "no"`,
				`VK070 in.yaml:4:19 spec.valkey["True"]: key True without quotes becomes true: write "True"`,
				`VK071 in.yaml:4:28 spec.valkey["0777"]: key 0777 without quotes becomes 511: write "0777"`,
			},
		},
		"duplicate keys, also in a List": {
			"apiVersion: v1\nkind: List\nitems:\n- apiVersion: valkey.gomomento.com/v1alpha1\n  kind: ValkeyConfig\n  metadata: {name: a, name: b}\n" +
				"  spec:\n    valkey:\n      maxmemory: 1gb\n      maxmemory: 2gb\n",
			[]string{
				`VK074 in.yaml:6:23 metadata.name: key "name" stands at 6:14 and again at 6:23: kustomize refuses this, kubectl takes the last`,
				`VK074 in.yaml:10:7 spec.valkey["maxmemory"]: key "maxmemory" stands at 9:7 and again at 10:7: kustomize refuses this, kubectl takes the last`,
			},
		},
		"a forgotten ---": {
			"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyImage\napiVersion: v1\nkind: ConfigMap\n",
			[]string{
				`VK074 in.yaml:3:1 apiVersion: key "apiVersion" stands at 1:1 and again at 3:1: kustomize refuses this, kubectl takes the last`,
				`VK074 in.yaml:4:1 kind: key "kind" stands at 2:1 and again at 4:1: kustomize refuses this, kubectl takes the last`,
			},
		},
		"through an alias, at the text itself": {
			"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyConfig\nx: &x {appendonly: yes}\nspec:\n  valkey:\n    <<: *x\n",
			[]string{`VK070 in.yaml:3:20 spec.valkey["appendonly"]: yes without quotes is a string for kustomize and the boolean true for kubectl: write "yes" (Valkey itself spells booleans yes and no)`},
		},
		"a placeholder where no string is wanted": {
			"apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyCluster\nspec:\n  shards: ${SHARDS}\n",
			[]string{`VK076 in.yaml:4:11 spec.shards: ${SHARDS} is a placeholder: what replaces it is not checked`},
		},
		"an unknown kind of our group": {
			"apiVersion: valkey.gomomento.com/v2\nkind: ValkeyCache\nmetadata: {name: no}\nspec: {size: 3, on: yes}\n",
			[]string{`VK070 in.yaml:3:18 metadata.name: no without quotes is a string for kustomize and the boolean false for kubectl: write "no"`},
		},
		"foreign objects and Secrets": {
			"apiVersion: v1\nkind: Secret\nstringData:\n  a: yes\n  a: ${X}\n---\napiVersion: v1\nkind: ConfigMap\ndata:\n  a: yes\n  a: ${X}\n", nil,
		},
		"long values are cut": {
			setting(`"${` + strings.Repeat("é", 100) + `}"`),
			[]string{`VK076 in.yaml:6:8 spec.valkey["x"]: ${` + strings.Repeat("é", 62) + `... is a placeholder: what replaces it is not checked; kustomize build drops the quotes, and then a number or a boolean in its place is no string`},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set := mustReadText(t, test.text)
			if diff := cmp.Diff(test.want, found(set)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if strings.Contains(strings.Join(found(set), "\n"), "4711") || strings.Contains(strings.Join(found(set), "\n"), hash) {
				t.Error("a secret is repeated")
			}
			for _, f := range set.Findings {
				if f.Object == nil || f.Object.File != "in.yaml" {
					t.Errorf("finding %s has no object", f.Rule)
				}
			}
		})
	}
}

// TestRawFindingsOfNode is the way of function mode: kustomize has rewritten the scalars, the line numbers are the
// node's.
func TestRawFindingsOfNode(t *testing.T) {
	var doc yaml.Node
	text := "spec:\n  valkey:\n    appendonly: \"yes\"\n    hz: 9\n    day: \"2024-01-01T00:00:00Z\"\n    name: '{{ .X }}'\n"
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		placeholders []string
		want         []string
	}{
		"default":  {nil, []string{"VK071 4:9"}},
		"another":  {[]string{"{{...}}"}, []string{"VK071 4:9", "VK076 6:11"}},
		"too wide": {[]string{"...", ""}, []string{"VK071 4:9"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range RawFindings(&doc, v1alpha1.KindConfig, test.placeholders) {
				got = append(got, fmt.Sprintf("%s %d:%d", f.Rule, f.Place.Line, f.Place.Column))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPlaceholderMatcher(t *testing.T) {
	tests := map[string]struct {
		patterns []string
		text     string
		want     bool
	}{
		"default":        {nil, "a ${B} c", true},
		"only the start": {nil, "a ${B", false},
		"wrong order":    {nil, "}${", false},
		"configured":     {[]string{"{{...}}"}, "${B}", false},
		"several parts":  {[]string{"<...:...>"}, "x <a:b>", true},
		"a plain word":   {[]string{"CHANGEME"}, "CHANGEME", true},
		"none":           {[]string{}, "${B}", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := PlaceholderMatcher(test.patterns)(test.text); got != test.want {
				t.Errorf("want %t, got %t", test.want, got)
			}
		})
	}
}
