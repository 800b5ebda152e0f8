package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/cli/explain"
)

func TestExplainJSON(t *testing.T) {
	const in = "testdata/good"
	tests := map[string]struct {
		args []string
		kind string
	}{
		"a rule":      {[]string{"explain", "vk031"}, "Rule"},
		"a cluster":   {[]string{"explain", "cluster", "cache", "-f", in}, "ResolvedCluster"},
		"a directive": {[]string{"explain", "cluster", "cache", "HZ", "-f", in}, "ResolvedDirective"},
	}
	for name, test := range tests {
		var object struct{ APIVersion, Kind string }
		got := run("", append(test.args, "-o", "json")...)
		if err := json.Unmarshal([]byte(got.out), &object); err != nil || object.Kind != test.kind || object.APIVersion != "fn.valkey.gomomento.com/v1alpha1" {
			t.Errorf("%s: %v, %+v, %s", name, err, object, got.err)
		}
	}
	for _, args := range [][]string{{"explain", "VK031", "-o", "yaml"}, {"explain", "ValkeyCluster.spec.tls", "-o", "json"}} {
		if got := run("", args...); got.exit != 2 || got.out != "" {
			t.Errorf("%q: exit code %d, %q", args, got.exit, got.out)
		}
	}
}

func TestExplainDirectiveJSON(t *testing.T) {
	var got explain.DirectiveJSON
	if err := json.Unmarshal([]byte(run("", "explain", "cluster", "cache", "maxmemory", "-f", "testdata/good", "-o", "json").out), &got); err != nil {
		t.Fatal(err)
	}
	want := []explain.SetJSON{
		{Config: "medium", Spelled: "MaxMemory", Value: "6gb", At: "testdata/good/menu/sizes.yaml:32:16"},
		{Config: "small", Spelled: "maxmemory", Value: "1gb", At: "testdata/good/menu/sizes.yaml:12:16"},
	}
	if diff := cmp.Diff(want, got.Chain); diff != "" || got.Effective == nil || got.Effective.Value != "6gb" || got.Effective.Config != "medium" {
		t.Errorf("%+v, chain differs (-want +got):\n%s", got.Effective, diff)
	}
	const secret = "hunter2-in-clear-text"
	menu := strings.Replace(read(t, good(t)...), `    PORT: "7000"`, "    PORT: \"7000\"\n    MasterAuth: "+secret, 1)
	out := run(menu, "explain", "cluster", "cache", "primaryauth", "-f", "-", "-o", "json").out
	if strings.Contains(out, secret) || !strings.Contains(out, `"spelled": "MasterAuth"`) || !strings.Contains(out, `"managed": true`) {
		t.Errorf("a secret directive: %s", out)
	}
}
