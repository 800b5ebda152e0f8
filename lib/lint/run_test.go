package lint_test

import (
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// everything joins the bad cases into one world with all their names, several
// of them repeated.
func everything(t *testing.T) world {
	t.Helper()
	entries, err := os.ReadDir(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	var all world
	for _, entry := range entries {
		w := loadFile(t, casesDir, entry.Name(), "bad.yaml")
		all.objects.Images = append(all.objects.Images, w.objects.Images...)
		all.objects.Configs = append(all.objects.Configs, w.objects.Configs...)
		all.objects.Roles = append(all.objects.Roles, w.objects.Roles...)
		all.objects.Clusters = append(all.objects.Clusters, w.objects.Clusters...)
		all.secrets = append(all.secrets, w.secrets...)
	}
	return all
}

func shuffle[T any](random *rand.Rand, list []T) []T {
	out := slices.Clone(list)
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func TestOrderOfInputDecidesNothing(t *testing.T) {
	worlds := map[string]world{"all bad cases": everything(t)}
	for _, rule := range []string{"VK014", "VK032", "VK039", "VK054", "VK066"} {
		worlds[rule] = loadFile(t, casesDir, rule, "bad.yaml")
	}
	random := rand.New(rand.NewSource(7))
	for name, w := range worlds {
		t.Run(name, func(t *testing.T) {
			want := lint.Run(w.input())
			if len(want) == 0 {
				t.Fatal("no findings: nothing is proven")
			}
			for range 25 {
				shuffled := world{
					objects: menu.Objects{
						Images: shuffle(random, w.objects.Images), Configs: shuffle(random, w.objects.Configs),
						Roles: shuffle(random, w.objects.Roles), Clusters: shuffle(random, w.objects.Clusters),
					},
					secrets: shuffle(random, w.secrets),
				}
				if diff := cmp.Diff(want, lint.Run(shuffled.input())); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}

func TestRunSortsAndRepeatsNothing(t *testing.T) {
	got := lint.Run(everything(t).input())
	if !slices.IsSortedFunc(got, lint.Finding.Compare) {
		t.Error("findings are not sorted")
	}
	for i := 1; i < len(got); i++ {
		if got[i-1].Compare(got[i]) == 0 {
			t.Errorf("twice: %v", got[i])
		}
	}
}

func TestRunOnNothing(t *testing.T) {
	if got := lint.Run(lint.Input{}); len(got) != 0 {
		t.Errorf("Run on nothing = %v", got)
	}
}

func TestRunLeavesOutWhatIsOff(t *testing.T) {
	in := loadFile(t, casesDir, "VK037", "bad.yaml").input()
	in.Severities = map[string]lint.Severity{"VK037": lint.Off}
	if got := lint.Run(in); raises(got, "VK037") {
		t.Errorf("findings of a rule that is off:\n%s", lines(got))
	}
}

// withDangling has one dangling reference of each kind.
const withDangling = `
kind: ValkeyConfig
metadata: {name: standard}
spec:
  imageRef: no-image
  acl:
  - {username: a, passwordHashes: [], permissions: [{roleRef: no-role, keys: []}]}
---
kind: ValkeyConfig
metadata: {name: large}
spec: {baseRef: no-base}
---
kind: ValkeyCluster
metadata: {name: cache, namespace: team-a}
spec: {configRef: no-config, shards: 3, replicasPerShard: 1}
`

const onlyCluster = `
kind: ValkeyCluster
metadata: {name: cache, namespace: team-a}
spec: {configRef: no-config, shards: 3, replicasPerShard: 1}
`

func TestExternal(t *testing.T) {
	tests := map[string]struct {
		stream     string
		external   lint.Severity
		configured map[string]lint.Severity
		want       string // rule and severity of each reference finding
	}{
		"a menu is there":           {withDangling, "", nil, "VK011 error, VK013 error, VK012 error, VK010 error"},
		"no menu at all":            {onlyCluster, "", nil, "VK011 warning"},
		"warning":                   {withDangling, lint.Warning, nil, "VK011 warning, VK013 warning, VK012 warning, VK010 warning"},
		"error without a menu":      {onlyCluster, lint.Error, nil, "VK011 error"},
		"ignored":                   {withDangling, lint.Off, nil, ""},
		"ignored but for one rule":  {withDangling, lint.Off, map[string]lint.Severity{"VK010": lint.Info}, "VK010 info"},
		"one rule off":              {withDangling, "", map[string]lint.Severity{"VK013": lint.Off}, "VK011 error, VK012 error, VK010 error"},
		"without a menu, one rule":  {onlyCluster, "", map[string]lint.Severity{"VK011": lint.Error}, "VK011 error"},
		"an unrelated rule is kept": {onlyCluster, "", map[string]lint.Severity{"VK010": lint.Off}, "VK011 warning"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := load(t, test.stream).input()
			in.External, in.Severities = test.external, test.configured
			var got []string
			for _, f := range lint.Run(in) {
				if strings.HasPrefix(f.Rule, "VK01") {
					got = append(got, f.Rule+" "+string(f.Severity))
				}
			}
			if diff := cmp.Diff(test.want, strings.Join(got, ", ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every value that is judged is a placeholder here, so nothing has a verdict.
const placeholders = `
kind: ValkeyImage
metadata: {name: i}
spec: {repository: "${REPOSITORY}:x", tag: "${TAG}", version: "${VERSION}"}
---
kind: ValkeyConfig
metadata: {name: standard}
spec:
  imageRef: i
  resources: {cpu: "${CPU}", memory: "${MEMORY}"}
  valkey: {maxmemory: "${MAX}", maxmemory-policy: "${POLICY}", port: "${PORT}", save: "${SAVE}", hz: "${HZ}"}
  acl:
  - {username: app, passwordHashes: ["${HASH}"], permissions: [{roleRef: "${ROLE}", keys: []}]}
---
kind: ValkeyConfig
metadata: {name: large}
spec: {baseRef: "${BASE}"}
---
kind: ValkeyConfig
metadata: {name: image}
spec: {imageRef: "${IMAGE}"}
---
kind: ValkeyCluster
metadata: {name: cache, namespace: team-a}
spec: {configRef: "${CONFIG}", shards: 3, replicasPerShard: 1, tls: {secretRef: "${SECRET}"}}
`

func TestPlaceholdersHaveNoVerdict(t *testing.T) {
	in := load(t, placeholders).input()
	if got := lint.Run(in); len(got) < 10 {
		t.Errorf("only %d findings when nothing is a placeholder:\n%s", len(got), lines(got))
	}
	in.Placeholder = func(value string) bool { return strings.Contains(value, "${") }
	if got := lint.Run(in); len(got) != 0 {
		t.Errorf("findings about placeholders:\n%s", lines(got))
	}
}

func TestGoodPagesAreClean(t *testing.T) {
	for _, rule := range []string{"VK013", "VK011", "VK032", "VK048", "VK066"} {
		t.Run(rule, func(t *testing.T) {
			if got := lint.Run(inputOf(t, filepath.Join(casesDir, rule), "good.yaml")); len(got) != 0 {
				t.Errorf("findings:\n%s", lines(got))
			}
		})
	}
}
