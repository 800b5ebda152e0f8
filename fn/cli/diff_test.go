package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/cli/change"
)

// diffBase is two sizes in a chain of three configs and one config that nobody
// uses; three clusters: cache of 3 shards of 2 nodes, tiny of one node, queue of
// 2 shards of 3 nodes, which is 13 pods in all.
const diffBase = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyImage
metadata: {name: v912}
spec: {repository: valkey/valkey, tag: 9.1.2, version: 9.1.2}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyRole
metadata: {name: app}
spec:
  categories:
  - {name: read, access: allow}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: root}
spec:
  imageRef: v912
  resources: {cpu: "1", memory: 2Gi}
  valkey:
    hz: "10"
    maxmemory: 1500mb
  acl:
  - username: metrics
    passwordHashes: [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]
    permissions: [{roleRef: app, keys: [{pattern: "*"}]}]
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: standard}
spec: {baseRef: root}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: large}
spec:
  baseRef: standard
  resources: {memory: 8Gi}
  valkey: {maxmemory: 6gb}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: spare}
spec: {baseRef: root}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: cache, namespace: team-a}
spec:
  configRef: large
  shards: 3
  replicasPerShard: 1
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: tiny, namespace: team-a}
spec: {configRef: standard, shards: 1, replicasPerShard: 0}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: queue, namespace: team-b}
spec:
  configRef: standard
  shards: 2
  replicasPerShard: 2
  tls: {secretRef: queue-tls}
  podAnnotations: {scrape: "true"}
`

// diffJSON is the report of going from one text to another, and the exit code.
func diffJSON(t *testing.T, base, head string, args ...string) (change.Report, outcome) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "base.yaml")
	if err := os.WriteFile(file, []byte(base), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(head, append([]string{"diff", "-o", "json", file, "-"}, args...)...)
	var r change.Report
	if got.out != "" {
		if err := json.Unmarshal([]byte(got.out), &r); err != nil {
			t.Fatal(err)
		}
	}
	return r, got
}

// lines are the changes of all clusters in short.
func lines(r change.Report) []string {
	var all []string
	for _, c := range r.Clusters {
		for _, one := range c.Changes {
			line := c.Name + ": " + string(one.Effect) + " " + one.Path
			if one.Rule != "" {
				line += " " + one.Rule
			}
			for _, v := range []*change.Value{one.Before, one.After} {
				if v != nil && v.Object != nil {
					line += " | " + v.Value + " of " + v.Object.Name
				} else if v != nil {
					line += " | " + v.Value + " " + string(v.Origin)
				}
			}
			all = append(all, line)
		}
	}
	return all
}

func TestDiffCases(t *testing.T) {
	whole := change.Costs{ShardsRolled: 6, PodsReplaced: 13, Failovers: 6, PeakExtraPods: 3}   // 3x2 + 1x1 + 2x3
	standard := change.Costs{ShardsRolled: 3, PodsReplaced: 7, Failovers: 3, PeakExtraPods: 2} // 1x1 + 2x3
	ofQueue := change.Costs{ShardsRolled: 2, PodsReplaced: 6, Failovers: 2, PeakExtraPods: 1}  // 2x3
	ofCache := change.Costs{ShardsRolled: 3, PodsReplaced: 6, Failovers: 3, PeakExtraPods: 1}  // 3x2
	rolling := func(n int) change.Summary { return change.Summary{Effects: change.Effects{Rolling: n}} }
	tests := map[string]struct {
		edit    []string // pairs of old and new text
		lines   []string
		summary change.Summary // clusters and unchanged are filled in
		costs   change.Costs
		menu    int
		notes   string
	}{
		"image bump": {
			edit: []string{"tag: 9.1.2, version: 9.1.2", "tag: 9.1.3, version: 9.1.3"},
			lines: []string{"cache: rolling image | valkey/valkey:9.1.2 of v912 | valkey/valkey:9.1.3 of v912", "cache: none image.version | 9.1.2 of v912 | 9.1.3 of v912",
				"tiny: rolling image | valkey/valkey:9.1.2 of v912 | valkey/valkey:9.1.3 of v912", "tiny: none image.version | 9.1.2 of v912 | 9.1.3 of v912",
				"queue: rolling image | valkey/valkey:9.1.2 of v912 | valkey/valkey:9.1.3 of v912", "queue: none image.version | 9.1.2 of v912 | 9.1.3 of v912"},
			summary: rolling(3), costs: whole, menu: 1, notes: "without replicas",
		},
		"resources, two levels up, overridden by one size": {
			edit:    []string{"memory: 2Gi", "memory: 4Gi"},
			lines:   []string{"tiny: rolling resources.memory | 2Gi of root | 4Gi of root", "queue: rolling resources.memory | 2Gi of root | 4Gi of root"},
			summary: rolling(2), costs: standard, menu: 1,
		},
		"a directive that a server takes live": {
			edit:    []string{`hz: "10"`, `hz: "50"`},
			lines:   []string{"cache: rolling valkey.hz | 10 of root | 50 of root", "tiny: rolling valkey.hz | 10 of root | 50 of root", "queue: rolling valkey.hz | 10 of root | 50 of root"},
			summary: rolling(3), costs: whole, menu: 1,
		},
		"a directive that needs a start": {
			edit:    []string{"valkey: {maxmemory: 6gb}", "valkey: {maxmemory: 6gb, io-threads: \"4\"}"},
			lines:   []string{"cache: rolling valkey.io-threads | 4 of large"},
			summary: rolling(1), costs: ofCache, menu: 1,
		},
		"users of a cluster": {
			edit: []string{"podAnnotations: {scrape", "acl: [{username: app, passwordHashes: [bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb], " +
				"permissions: [{roleRef: app, keys: [{pattern: 'app:*'}]}]}]\n  podAnnotations: {scrape"},
			lines:   []string{"queue: inPlace acl.app | on resetchannels ~app:* +@read of queue"},
			summary: change.Summary{Effects: change.Effects{InPlace: 1}},
		},
		"a role": {
			edit: []string{"  - {name: read, access: allow}\n", "  - {name: read, access: allow}\n  - {name: dangerous, access: deny}\n"},
			lines: []string{"cache: inPlace acl.metrics | on resetchannels ~* +@read of root | on resetchannels ~* +@read -@dangerous of root",
				"tiny: inPlace acl.metrics | on resetchannels ~* +@read of root | on resetchannels ~* +@read -@dangerous of root",
				"queue: inPlace acl.metrics | on resetchannels ~* +@read of root | on resetchannels ~* +@read -@dangerous of root"},
			summary: change.Summary{Effects: change.Effects{InPlace: 3}}, menu: 1,
		},
		"a password": {
			edit: []string{strings.Repeat("a", 64), strings.Repeat("c", 64)},
			lines: []string{"cache: inPlace acl.metrics | on resetchannels ~* +@read of root | on resetchannels ~* +@read of root",
				"tiny: inPlace acl.metrics | on resetchannels ~* +@read of root | on resetchannels ~* +@read of root",
				"queue: inPlace acl.metrics | on resetchannels ~* +@read of root | on resetchannels ~* +@read of root"},
			summary: change.Summary{Effects: change.Effects{InPlace: 3}}, menu: 1,
		},
		"a shard more": {
			edit:    []string{"shards: 3", "shards: 4"},
			lines:   []string{"cache: topology shards | 3 of cache | 4 of cache"},
			summary: change.Summary{Effects: change.Effects{Topology: 1}}, costs: change.Costs{NodesAdded: 2, SlotsMoved: 4096},
		},
		"a shard less": {
			edit:    []string{"shards: 3", "shards: 2"},
			lines:   []string{"cache: topology shards | 3 of cache | 2 of cache"},
			summary: change.Summary{Effects: change.Effects{Topology: 1}}, costs: change.Costs{NodesRemoved: 2, SlotsMoved: 5461},
		},
		"replicas": {
			edit:    []string{"replicasPerShard: 2", "replicasPerShard: 1"},
			lines:   []string{"queue: topology replicasPerShard | 2 of queue | 1 of queue"},
			summary: change.Summary{Effects: change.Effects{Topology: 1}}, costs: change.Costs{NodesRemoved: 2},
		},
		"zones and selector": {
			edit:    []string{"podAnnotations: {scrape", "placement: {zones: [b, a], nodeSelector: {pool: memory}}\n  podAnnotations: {scrape"},
			lines:   []string{"queue: rolling placement.zones | a, b of queue", "queue: rolling placement.nodeSelector | pool=memory of queue"},
			summary: rolling(1), costs: ofQueue,
		},
		"spread": {
			edit:    []string{"podAnnotations: {scrape", "placement: {zoneSpread: required}\n  podAnnotations: {scrape"},
			lines:   []string{"queue: futurePods placement.zoneSpread | bestEffort operator | required of queue"},
			summary: change.Summary{Effects: change.Effects{FuturePods: 1}},
		},
		"annotations of pods": {
			edit:    []string{`{scrape: "true"}`, `{scrape: "false", port: "1"}`},
			lines:   []string{"queue: inPlace podAnnotations.port | 1 of queue", "queue: inPlace podAnnotations.scrape | true of queue | false of queue"},
			summary: change.Summary{Effects: change.Effects{InPlace: 1}},
		},
		"another Secret": {
			edit:    []string{"queue-tls", "queue-tls-2"},
			lines:   []string{"queue: inPlace tls.secretRef | queue-tls of queue | queue-tls-2 of queue"},
			summary: change.Summary{Effects: change.Effects{InPlace: 1}},
		},
		"TLS added, and a shard, which is refused with it": {
			edit:    []string{"  shards: 3\n", "  shards: 4\n  tls: {secretRef: x}\n"},
			lines:   []string{"cache: rejected tls VK006 | secretRef x of cache"},
			summary: change.Summary{Effects: change.Effects{Rejected: 1}}, notes: "refuses the new object as a whole",
		},
		"a rule of the CRD": {
			edit:    []string{"  shards: 3\n", "  shards: 0\n"},
			lines:   []string{"cache: rejected shards VK001 |  of cache"},
			summary: change.Summary{Effects: change.Effects{Rejected: 1}}, notes: "refuses the new object as a whole",
		},
		"a cluster deleted": {
			edit:    []string{"  configRef: large\n  shards: 3", "  configRef: large\n  shards: 3", cacheText, ""},
			lines:   []string{"cache: topology  | 3 shards of 2 nodes of cache"},
			summary: change.Summary{Deleted: 1, Effects: change.Effects{Topology: 1}}, costs: change.Costs{NodesRemoved: 6},
		},
		"a cluster added": {
			edit:    []string{cacheText, cacheText + strings.Replace(cacheText, "name: cache", "name: more", 1)},
			lines:   []string{"more: topology  | 3 shards of 2 nodes of more"},
			summary: change.Summary{Created: 1, Effects: change.Effects{Topology: 1}}, costs: change.Costs{NodesAdded: 6},
		},
		"a cluster renamed": {
			edit:    []string{"name: cache, namespace", "name: cash, namespace"},
			lines:   []string{"cache: topology  | 3 shards of 2 nodes of cache", "cash: topology  | 3 shards of 2 nodes of cash"},
			summary: change.Summary{Created: 1, Deleted: 1, Effects: change.Effects{Topology: 2}}, costs: change.Costs{NodesAdded: 6, NodesRemoved: 6},
			notes: "a cluster cannot be renamed",
		},
		"a config deleted that is used": {
			edit:    []string{"metadata: {name: large}", "metadata: {name: larger}"},
			lines:   []string{"cache: unresolvable configRef |  of cache"},
			summary: change.Summary{Effects: change.Effects{Unresolvable: 1}}, menu: 2, notes: "does not resolve",
		},
		"a config that nobody uses": {
			edit: []string{"metadata: {name: spare}\nspec: {baseRef: root}", "metadata: {name: spare}\nspec: {baseRef: root, resources: {cpu: \"9\"}}"},
			menu: 1,
		},
		"another order, comments, an explicit default": {
			edit: []string{"{configRef: standard, shards: 1, replicasPerShard: 0}", "# a comment\n  {replicasPerShard: 0, shards: 1, configRef: standard}",
				"    hz: \"10\"\n    maxmemory: 1500mb\n", "    maxmemory: \"1500mb\"\n    hz: '10'\n"},
		},
		"another config with the same result": {
			edit:    []string{"{configRef: standard, shards: 1", "{configRef: spare, shards: 1"},
			lines:   []string{"tiny: none configRef | standard of tiny | spare of tiny"},
			summary: change.Summary{Effects: change.Effects{None: 1}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			head := diffBase
			for i := 0; i < len(test.edit); i += 2 {
				if !strings.Contains(head, test.edit[i]) {
					t.Fatalf("the text lacks %q", test.edit[i])
				}
				head = strings.Replace(head, test.edit[i], test.edit[i+1], 1)
			}
			dir := t.TempDir()
			names := []string{filepath.Join(dir, "text"), filepath.Join(dir, "markdown")}
			r, got := diffJSON(t, diffBase, head, "-o", "text="+names[0], "-o", "markdown="+names[1])
			pages := []string{read(t, names[0]), read(t, names[1])}
			want := test.summary
			want.Costs = test.costs
			want.Clusters = 3 + want.Created
			changed := 0
			for _, n := range []int{want.Effects.Rejected, want.Effects.Unresolvable, want.Effects.Rolling, want.Effects.Topology, want.Effects.InPlace, want.Effects.FuturePods, want.Effects.None} {
				changed += n
			}
			want.Unchanged = want.Clusters - changed
			if diff := cmp.Diff(want, r.Summary); diff != "" {
				t.Errorf("summary differs (-want +got):\n%s%s", diff, got.err)
			}
			if diff := cmp.Diff(test.lines, lines(r)); diff != "" {
				t.Errorf("changes differ (-want +got):\n%s", diff)
			}
			if len(r.Menu) != test.menu {
				t.Errorf("%d objects of the menu differ, want %d: %+v", len(r.Menu), test.menu, r.Menu)
			}
			if exit := min(1, changed+test.menu); got.exit != exit {
				t.Errorf("exit code %d, want %d: %s", got.exit, exit, got.err)
			}
			var notes []string
			for _, c := range r.Clusters {
				notes = append(notes, c.Notes...)
			}
			if !strings.Contains(strings.Join(notes, "\n"), test.notes) {
				t.Errorf("notes %q do not say %q", notes, test.notes)
			}
			for _, page := range append(pages, got.out, got.err) {
				if strings.Contains(page, strings.Repeat("a", 64)) || strings.Contains(page, strings.Repeat("c", 64)) {
					t.Errorf("a password hash is shown:\n%s", page)
				}
			}
			for _, c := range r.Clusters {
				for i, page := range pages {
					if !strings.Contains(page, c.Name) {
						t.Errorf("page %d does not name %s:\n%s", i, c.Name, page)
					}
				}
			}
		})
	}
}

const cacheText = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: cache, namespace: team-a}
spec:
  configRef: large
  shards: 3
  replicasPerShard: 1
---
`

// clustersOnly is the input without the menu, as of a folder of clusters.
func clustersOnly(text string) string {
	documents := strings.Split(text, "---\n")
	return strings.Join(documents[len(documents)-3:], "---\n")
}

// TestDiffWithoutTheMenu: an input that holds too little never looks clean.
func TestDiffWithoutTheMenu(t *testing.T) {
	base := clustersOnly(diffBase)
	note := "3 clusters do not resolve in either state: is the menu in the input?"
	tests := map[string]struct {
		head    string
		failOn  map[string]int
		summary change.Summary
	}{
		"shards": {strings.Replace(base, "shards: 3", "shards: 6", 1), map[string]int{"any": 1, "rolling": 1, "rejected": 1, "never": 0},
			change.Summary{Clusters: 3, Unresolved: 2, Effects: change.Effects{Unresolvable: 1}}},
		"an annotation": {strings.Replace(base, `"true"`, `"false"`, 1), map[string]int{"any": 1},
			change.Summary{Clusters: 3, Unresolved: 2, Effects: change.Effects{Unresolvable: 1}}},
		"nothing": {base, map[string]int{"any": 0, "rejected": 0}, change.Summary{Clusters: 3, Unresolved: 3}},
	}
	for name, test := range tests {
		for failOn, want := range test.failOn {
			page := filepath.Join(t.TempDir(), "page")
			r, got := diffJSON(t, base, test.head, "--fail-on", failOn, "-o", "markdown="+page)
			if got.exit != want {
				t.Errorf("%s, --fail-on %s: exit code %d, want %d", name, failOn, got.exit, want)
			}
			if diff := cmp.Diff(test.summary, r.Summary); diff != "" || !cmp.Equal(r.Notes, []string{note}) {
				t.Errorf("%s: summary differs (-want +got):\n%s with notes %q", name, diff, r.Notes)
			}
			if text := read(t, page); !strings.Contains(text, "> "+note) || !strings.Contains(got.err, note) || strings.Contains(text, "unchanged") {
				t.Errorf("%s: neither page nor standard error says %q:\n%s%s", name, note, text, got.err)
			}
		}
	}
}

// TestDiffShowsOneRefusedCluster: whatever the API server refuses of one cluster,
// and in whichever rule's words, it is no reason to say nothing of the others.
func TestDiffShowsOneRefusedCluster(t *testing.T) {
	own := func(user, hash string) []string {
		return []string{"podAnnotations: {scrape", "acl: [{username: " + user + ", passwordHashes: [" + hash + "], " +
			"permissions: [{roleRef: app, keys: [{pattern: 'app:*'}]}]}]\n  podAnnotations: {scrape"}
	}
	suppressed := "namespace: team-b, annotations: {valkey.gomomento.com/ignore-check.VK064: because}}"
	tests := map[string]struct {
		edit []string
		rule string
	}{
		"a value of the schema":       {[]string{"shards: 2", "shards: -1"}, "VK001"},
		"a field that is unknown":     {[]string{"shards: 2", "shards: 2\n  shard: 3"}, "VK002"},
		"a name":                      {[]string{"name: queue,", "name: " + strings.Repeat("q", 60) + ","}, "VK065"},
		"tls added":                   {[]string{"  tls: {secretRef: queue-tls}\n", ""}, "VK006"},
		"an apiVersion":               {[]string{"v1alpha1\nkind: ValkeyCluster\nmetadata: {name: queue", "v1beta1\nkind: ValkeyCluster\nmetadata: {name: queue"}, "VK009"},
		"a reserved username":         {own("_momento_repl", strings.Repeat("b", 64)), "VK041"},
		"a password in clear text":    {own("app", "secret"), "VK042"},
		"a reserved annotation":       {[]string{"scrape: ", "valkey.gomomento.com/x: "}, "VK064"},
		"one that is suppressed":      {[]string{"scrape: ", "valkey.gomomento.com/x: ", "namespace: team-b}", suppressed}, "VK064"},
		"a number instead of strings": {[]string{`{scrape: "true"}`, `{scrape: 5}`}, "VK071"},
		"a boolean instead of one":    {[]string{`{scrape: "true"}`, `{scrape: true}`}, "VK070"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			head := strings.Replace(diffBase, "memory: 8Gi", "memory: 9Gi", 1)
			for i := 0; i < len(test.edit); i += 2 {
				if !strings.Contains(head, test.edit[i]) {
					t.Fatalf("the text lacks %q", test.edit[i])
				}
				head = strings.Replace(head, test.edit[i], test.edit[i+1], 1)
			}
			r, got := diffJSON(t, diffBase, head, "--fail-on", "rejected")
			if got.exit != 1 || r.Summary.Effects.Rejected != 1 || r.Summary.Effects.Rolling != 1 {
				t.Fatalf("exit code %d, effects %+v: %s", got.exit, r.Summary.Effects, got.err)
			}
			if all := strings.Join(lines(r), "\n"); !strings.Contains(all, test.rule) {
				t.Errorf("%s is not named:\n%s", test.rule, all)
			}
		})
	}
	// Of a config the same leaves no true picture.
	bad := strings.Replace(diffBase, "username: metrics", "username: _momento_repl", 1)
	if _, got := diffJSON(t, diffBase, bad); got.exit != 1 || got.out != "" || !strings.Contains(got.err, "VK041") {
		t.Errorf("a config: exit code %d, %s%s", got.exit, got.out, got.err)
	}
}

// TestDiffMends: what BASE does not tell is not known, and neither a fault of HEAD
// nor zero.
func TestDiffMends(t *testing.T) {
	tests := map[string]struct{ base, want string }{
		"a dangling configRef":  {strings.Replace(diffBase, "configRef: large", "configRef: lrge", 1), "resolves again"},
		"a missing config":      {strings.Replace(diffBase, "metadata: {name: large}", "metadata: {name: larger}", 1), "resolves again"},
		"shards":                {strings.Replace(diffBase, "shards: 3", `shards: "3"`, 1), "API server refuses the state before"},
		"a config of the chain": {strings.Replace(diffBase, "maxmemory: 6gb", "maxmemory: 6", 1), "API server refuses the state before"},
		"an apiVersion": {strings.Replace(diffBase, "v1alpha1\nkind: ValkeyCluster\nmetadata: {name: cache", "v1beta1\nkind: ValkeyCluster\nmetadata: {name: cache", 1),
			"API server refuses the state before"},
	}
	for name, test := range tests {
		for failOn, exit := range map[string]int{"any": 1, "rolling": 1, "rejected": 0} {
			dir := t.TempDir()
			names := []string{filepath.Join(dir, "text"), filepath.Join(dir, "markdown")}
			r, got := diffJSON(t, test.base, diffBase, "--fail-on", failOn, "-o", "text="+names[0], "-o", "markdown="+names[1])
			if got.exit != exit || len(r.Clusters) != 1 || r.Clusters[0].Effect != "mayRoll" || r.Summary.Costs != (change.Costs{}) {
				t.Fatalf("%s, --fail-on %s: exit code %d, want %d: %+v %s", name, failOn, got.exit, exit, r, got.err)
			}
			if r.Clusters[0].Before != nil || r.Clusters[0].After == nil {
				t.Errorf("%s: sizes %v and %v", name, r.Clusters[0].Before, r.Clusters[0].After)
			}
			for _, page := range []string{read(t, names[0]), read(t, names[1])} {
				if !strings.Contains(page, "1 may roll") || !strings.Contains(page, test.want) || strings.Contains(page, "does not resolve\n") ||
					strings.Contains(page, "from ,") || strings.Contains(page, "| , ") || strings.Contains(page, ": 0 ->") || strings.Contains(page, "added") {
					t.Errorf("%s reads:\n%s", name, page)
				}
			}
		}
	}
}
