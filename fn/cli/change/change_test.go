package change

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

func one(name string, kind impact.Kind, effect impact.Effect) impact.Report {
	return impact.Report{Cluster: menu.ClusterRef("ns", name), Kind: kind, Effect: effect}
}

func fleet() impact.FleetReport {
	return impact.FleetReport{Clusters: []impact.Report{
		one("a", impact.Unchanged, impact.None), one("b", impact.Changed, impact.None), one("c", impact.Changed, impact.FuturePods),
		one("d", impact.Changed, impact.InPlace), one("e", impact.Created, impact.Topology), one("f", impact.Changed, impact.Rolling),
		one("g", impact.Deleted, impact.Topology), one("h", impact.Created, impact.Unresolvable), one("i", impact.Changed, impact.Rejected),
		one("j", impact.Unchanged, impact.None),
	}}
}

func build(f impact.FleetReport) Report {
	place := func(line int) func(menu.Ref, string) source.Place {
		return func(object menu.Ref, field string) source.Place {
			return source.Place{File: strings.ToLower(object.Kind) + ".yaml", Line: line + len(field), Column: 1}
		}
	}
	return New(f, Side{"git:main", place(100)}, Side{".", place(200)})
}

func TestGravestFirst(t *testing.T) {
	r := build(fleet())
	var got []string
	for _, g := range groups(r) {
		got = append(got, g.first().Name)
	}
	if diff := cmp.Diff(strings.Split("ihgfedcb", ""), got); diff != "" {
		t.Errorf("order differs (-want +got):\n%s", diff)
	}
	const want = "10 clusters: 1 rejected, 1 does not resolve (new), 1 deleted, 1 rolling, 1 created, 1 in place, " +
		"1 future pods only, 1 no effect, 2 unchanged"
	if got := headline(r, groups(r), "cluster"); got != want {
		t.Errorf("headline %q, want %q", got, want)
	}
	for clusters, want := range map[int]string{0: "0 clusters", 1: "1 cluster: 1 unchanged"} {
		r := build(impact.FleetReport{Clusters: fleet().Clusters[:clusters]})
		if got := headline(r, groups(r), "cluster"); got != want {
			t.Errorf("headline %q, want %q", got, want)
		}
	}
}

func TestSummary(t *testing.T) {
	want := Summary{
		Clusters: 10, Unchanged: 2, Created: 2, Deleted: 1,
		Effects: Effects{Rejected: 1, Unresolvable: 1, Rolling: 1, Topology: 2, InPlace: 1, FuturePods: 1, None: 1},
	}
	if diff := cmp.Diff(want, build(fleet()).Summary); diff != "" {
		t.Errorf("summary differs (-want +got):\n%s", diff)
	}
}

// TestEveryEffectHasAWord catches an effect that is added to lib/impact.
func TestEveryEffectHasAWord(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range impact.Effects() {
		word := effectName(e)
		if word == "" || seen[word] || e != impact.Rejected && e != impact.Rolling && e != impact.Topology && word == string(e) {
			t.Errorf("effect %q is called %q", e, word)
		}
		if does(e, 1) == "" || does(e, 2) == "" || does(e, 1) == does(e, 2) && e != impact.None && e != impact.MayRoll {
			t.Errorf("what one does under %q is %q, two %q", e, does(e, 1), does(e, 2))
		}
		seen[word] = true
	}
}

func TestNothingUnchangedIsListed(t *testing.T) {
	for _, format := range []string{FormatText, FormatMarkdown} {
		text, err := Render(format, build(fleet()))
		if err != nil || strings.Contains(string(text), "ns/a") || !strings.Contains(string(text), "ns/b") {
			t.Errorf("%s lists the unchanged, or not the changed: %v\n%s", format, err, text)
		}
		if !strings.HasSuffix(string(text), "\n") || strings.HasSuffix(string(text), "\n\n") {
			t.Errorf("%s does not end in one newline: %q", format, text)
		}
	}
	if _, err := Render("html", Report{}); err == nil {
		t.Error("an unknown format is rendered")
	}
}

func TestCosts(t *testing.T) {
	roll := Costs{ShardsRolled: 3, PodsReplaced: 6, Failovers: 3, PeakExtraPods: 1}
	shaped := func(before, after int) *Cluster {
		return &Cluster{Before: &Shape{before, 1}, After: &Shape{after, 1}}
	}
	tests := map[string]struct {
		costs Costs
		one   *Cluster
		want  string
	}{
		"nothing":          {},
		"a roll":           {roll, nil, "6 pods replaced in 3 shards, 3 failovers, 1 extra pod at peak"},
		"of one":           {roll, shaped(3, 3), "6 pods replaced in all 3 shards, 3 failovers, 1 extra pod at peak"},
		"and a shard more": {roll, shaped(3, 4), "6 pods replaced in 3 of 4 shards, 3 failovers, 1 extra pod at peak"},
		"of several": {Costs{ShardsRolled: 4, PodsReplaced: 8, Failovers: 4, PeakExtraPods: 2}, nil,
			"8 pods replaced in 4 shards, 4 failovers, up to 2 extra pods at peak"},
		"scaling": {Costs{NodesAdded: 1, NodesRemoved: 2, SlotsMoved: 4096}, nil, "1 node added, 2 nodes removed, about 4096 slots moved"},
	}
	for name, test := range tests {
		if got := costs(test.costs, test.one); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestSetBy(t *testing.T) {
	config := func(name, field string) impact.Source {
		return impact.Source{Origin: impact.FromMenu, Object: menu.ConfigRef(name), Path: field}
	}
	image := func(name string) impact.Source {
		return impact.Source{Origin: impact.FromMenu, Object: menu.ImageRef(name), Path: "spec.tag", Via: menu.ConfigRef("base")}
	}
	tests := map[string]impact.Change{
		"": {},
		"ValkeyConfig small, valkeyconfig.yaml:204":  {Before: "1", After: "2", BeforeSource: config("small", "abcd"), AfterSource: config("small", "abcd")},
		"ValkeyConfig large, valkeyconfig.yaml:104":  {Before: "1", BeforeSource: config("large", "abcd")},
		"ValkeyConfig mended, valkeyconfig.yaml:200": {Before: "nothing found", After: "1", AfterSource: config("mended", "")},
		"default":              {After: "1", AfterSource: impact.Source{Origin: impact.FromDefault}},
		"default, now forced":  {BeforeSource: impact.Source{Origin: impact.FromDefault}, AfterSource: impact.Source{Origin: impact.FromForced}},
		"operator-wide option": {AfterSource: impact.Source{Origin: impact.FromOperator}},
		"ValkeyConfig small, now ValkeyConfig large, valkeyconfig.yaml:202": {Before: "1", After: "2", BeforeSource: config("small", "abcd"), AfterSource: config("large", "ab")},
		"ValkeyImage i chosen by ValkeyConfig base, valkeyimage.yaml:208":   {Before: "1", After: "2", BeforeSource: image("i"), AfterSource: image("i")},
		"ValkeyImage i, now ValkeyImage j, chosen by ValkeyConfig base, valkeyconfig.yaml:213": {
			Before: "1", After: "2", BeforeSource: image("i"), AfterSource: image("j"),
		},
	}
	for want, c := range tests {
		f := fleet()
		f.Clusters[5].Changes = []impact.Change{c}
		var got strings.Builder
		for _, w := range setBy(build(f).Clusters[4].Changes[0]) {
			got.WriteString(w.text)
		}
		if got.String() != want {
			t.Errorf("set by %q, want %q", got.String(), want)
		}
	}
}

func TestReach(t *testing.T) {
	touched := func(kind impact.Kind, effect impact.Effect, clusters ...string) []impact.Touched {
		var all []impact.Touched
		for _, c := range clusters {
			ns, name, _ := strings.Cut(c, "/")
			all = append(all, impact.Touched{Cluster: menu.ClusterRef(ns, name), Kind: kind, Effect: effect})
		}
		return all
	}
	tests := map[string][]impact.Touched{
		"no cluster uses it":                      nil,
		"1 cluster in 1 namespace rolls":          touched(impact.Changed, impact.Rolling, "a/b"),
		"3 clusters in 2 namespaces roll":         touched(impact.Changed, impact.Rolling, "a/b", "a/c", "b/c"),
		"2 clusters in 1 namespace run as before": append(touched(impact.Changed, impact.None, "a/b"), touched(impact.Unchanged, impact.None, "a/c")...),
		"4 clusters in 1 namespace: 2 roll, 1 changes in place, 1 is created": append(append(touched(impact.Created, impact.Topology, "a/a"),
			touched(impact.Changed, impact.Rolling, "a/b", "a/c")...), touched(impact.Changed, impact.InPlace, "a/d")...),
	}
	for want, clusters := range tests {
		r := build(impact.FleetReport{
			Clusters: fleet().Clusters, Menu: []impact.MenuChange{{Object: menu.ConfigRef("x"), Kind: impact.Changed, Clusters: clusters}},
		})
		if got := reach(r, r.Menu[0]); got != want {
			t.Errorf("reaches %q, want %q", got, want)
		}
	}
}

func TestElide(t *testing.T) {
	long := strings.Repeat("+word ", 20)
	tests := map[string]struct{ before, after, wantBefore, wantAfter string }{
		"short":     {"on ~a +@read", "on ~b +@read", "on ~a +@read", "on ~b +@read"},
		"long":      {"on ~a " + long + "x", "on ~b " + long + "x", "... ~a ...", "... ~b ..."},
		"added":     {"on " + long + "x", "on " + long + "y x", "...", "... y ..."},
		"one side":  {"", "on " + long + "x", "", "on " + long + "x"},
		"prefix":    {long + "x", long + "x y", "...", "... y"},
		"too long":  {"", strings.Repeat("é", 200), "", strings.Repeat("é", 160) + "... (200 characters)"},
		"different": {long + "x", "y", long + "x", "y"},
	}
	for name, test := range tests {
		before, after := elide(test.before, test.after)
		if before != test.wantBefore || after != test.wantAfter {
			t.Errorf("%s: %q and %q, want %q and %q", name, before, after, test.wantBefore, test.wantAfter)
		}
	}
}

// many is so many clusters of three namespaces, with an edit each from an
// object that edit chooses.
func many(n int, edit func(i int) []impact.Change) impact.FleetReport {
	var f impact.FleetReport
	for i := range n {
		r := one(fmt.Sprintf("cluster-%05d", i), impact.Changed, impact.Rolling)
		r.Cluster.Namespace = fmt.Sprintf("team-%d", 3*i/n)
		r.Changes = edit(i)
		r.Totals = impact.Totals{ShardsRolled: 3, PodsReplaced: 6, Failovers: 3, PeakExtraPods: 1}
		f.Totals = f.Totals.Add(r.Totals)
		f.Clusters = append(f.Clusters, r)
	}
	return f
}

func rolling(path, after string) impact.Change {
	base := impact.Source{Origin: impact.FromMenu, Object: menu.ConfigRef("base"), Path: "spec." + path}
	return impact.Change{Effect: impact.Rolling, Path: path, Before: "1", After: after, BeforeSource: base, AfterSource: base, Reason: impact.ReasonRecipe}
}

func TestTheSameIsToldOnce(t *testing.T) {
	f := many(300, func(i int) []impact.Change {
		changes := []impact.Change{rolling("resources.memory", "2")}
		if i == 7 {
			changes = append(changes, rolling("valkey.hz", "3"))
		}
		own := impact.Source{Origin: impact.FromCluster, Object: menu.ClusterRef("team", fmt.Sprint(i)), Path: "spec.shards"}
		return append(changes, impact.Change{Effect: impact.Topology, Path: "shards", Before: "3", After: "4", BeforeSource: own, AfterSource: own, Reason: "more"})
	})
	for i := range 20 {
		f.Clusters[10*i].Notes = []string{"without replicas"}
	}
	r := build(f)
	all := groups(r)
	if len(all) != 2 || len(all[0].members) != 299 || len(all[1].members) != 1 {
		t.Fatalf("%d groups", len(all))
	}
	page, text := Markdown(r), Text(r)
	for _, want := range []string{
		"### 300 Valkey clusters: 300 rolling\n", "#### 299 clusters in 3 namespaces: rolling\n",
		"1794 pods replaced in 897 shards, 897 failovers, up to 299 extra pods at peak.\n",
		"| rolling | `resources.memory` | `1` | `2` | `ValkeyConfig base`, `valkeyconfig.yaml:221` |  |\n",
		"| topology | `shards` | `3` | `4` | the cluster itself | more |\n", "- On 20 of 299: without replicas.\n",
		"<details><summary>The 299 clusters</summary>\n\n- `team-0`: `cluster-00000`, ", "#### `team-0/cluster-00007`: rolling\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page[:2000])
		}
	}
	for _, want := range []string{"299 clusters in 3 namespaces: rolling\n", "  note, on 20 of 299: without replicas\n", "  and in 99 more, which -o json lists\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text[:1000])
		}
	}
}

// TestMarkdownIsBounded: every part of it may be too long.
func TestMarkdownIsBounded(t *testing.T) {
	long := strings.Repeat("x", 5000)
	tests := map[string]struct {
		fleet impact.FleetReport
		want  string
	}{
		"clusters of one group": {many(20000, func(int) []impact.Change { return []impact.Change{rolling("a", "2")} }), "more, which `-o json` lists\n"},
		"groups":                {many(3000, func(i int) []impact.Change { return []impact.Change{rolling(fmt.Sprint("valkey.", i), "2")} }), "**Not listed here, for its length: "},
		"changes": {many(2, func(i int) []impact.Change {
			var all []impact.Change
			for j := range 3000 {
				all = append(all, rolling(fmt.Sprint("valkey.", j), long))
			}
			return all
		}), "more changes | | | |\n"},
		"values": {many(500, func(i int) []impact.Change {
			return []impact.Change{rolling(fmt.Sprint("valkey.", i), strings.Repeat("`|", 5000))}
		}), "**Not listed here"},
		"menu": {impact.FleetReport{Menu: manyObjects(5000)}, "more objects | | |\n"},
	}
	for name, test := range tests {
		page := Markdown(build(test.fleet))
		if len(page) > MarkdownLimit {
			t.Errorf("%s: %d bytes", name, len(page))
		}
		if !strings.Contains(page, test.want) {
			t.Errorf("%s: the page does not say %q, at its end:\n%s", name, test.want, page[len(page)-300:])
		}
		if strings.Count(page, "<details>") != strings.Count(page, "</details>") {
			t.Errorf("%s: a fold is open", name)
		}
	}
}

func manyObjects(n int) []impact.MenuChange {
	all := make([]impact.MenuChange, n)
	for i := range all {
		all[i] = impact.MenuChange{Object: menu.ConfigRef(fmt.Sprint("config-", i)), Kind: impact.Changed}
	}
	return all
}

// TestRemainderAddsUp counts what is listed and what is said to be missing.
func TestRemainderAddsUp(t *testing.T) {
	page := Markdown(build(many(3000, func(i int) []impact.Change { return []impact.Change{rolling(fmt.Sprint("valkey.", i), "2")} })))
	listed := strings.Count(page, "\n#### ")
	want := fmt.Sprintf("**Not listed here, for its length: %d clusters (%d rolling).**", 3000-listed, 3000-listed)
	if listed < 100 || !strings.Contains(page, want) {
		t.Errorf("%d are listed, and the page does not say %q", listed, want)
	}
}

// TestMarkdownIsNotMarkup: values are in the author's hand, and a comment is
// read by those who review.
func TestMarkdownIsNotMarkup(t *testing.T) {
	f := fleet()
	f.Clusters[5].Changes = []impact.Change{{
		Effect: impact.Rolling, Path: "valkey.a|b", Before: "``x`", After: "<img src=x>|\n@team", Reason: "see [here](http://x) <b> *now* @team #1",
	}}
	f.Clusters[5].Notes = []string{"a # heading"}
	f.Menu = []impact.MenuChange{{Object: menu.ConfigRef("<script>|@all"), Kind: impact.Changed}}
	page := Markdown(build(f))
	for _, want := range []string{
		"| `valkey.a\\|b` | ``` ``x` ``` | `<img src=x>\\|\\n@team` | see \\[here\\](http:&#8203;//x) &lt;b&gt; \\*now\\* @&#8203;team #&#8203;1 |\n",
		`- A # heading`, "`ValkeyConfig <script>\\|@all`, `valkeyconfig.yaml:213`", "no cluster uses it",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}

// TestAPasswordThatChanged has the same rules on both sides.
func TestAPasswordThatChanged(t *testing.T) {
	f := fleet()
	f.Clusters[3].Changes = []impact.Change{{Effect: impact.InPlace, Path: "acl.app", Before: "on ~*", After: "on ~*", Reason: "password hashes changed: 1 added, 1 removed"}}
	if text := Text(build(f)); !strings.Contains(text, "  in place: acl.app\n    password hashes changed: 1 added, 1 removed\n") {
		t.Errorf("the text repeats the rules:\n%s", text)
	}
}

// TestVerdictsCanBeListed: a comma between verdicts is the only one.
func TestVerdictsCanBeListed(t *testing.T) {
	kinds := []impact.Kind{impact.Changed, impact.Created, impact.Deleted}
	for _, effect := range impact.Effects() {
		for _, kind := range kinds {
			for _, paused := range []bool{false, true} {
				for n := 1; n < 3; n++ {
					if got := tallied(Cluster{Change: kind, Effect: effect, Paused: paused}, n); strings.Contains(got, ",") || got == "" {
						t.Errorf("%d %s %s: %q", n, kind, effect, got)
					}
				}
			}
		}
	}
	f := impact.FleetReport{Clusters: []impact.Report{
		one("a", impact.Created, impact.Rejected), one("b", impact.Deleted, impact.Topology), one("c", impact.Changed, impact.Unresolvable),
		one("d", impact.Changed, impact.Unresolvable), one("e", impact.Created, impact.Topology), one("f", impact.Changed, impact.MayRoll),
		one("g", impact.Changed, impact.Rolling), one("h", impact.Changed, impact.Rolling), one("i", impact.Unchanged, impact.None),
	}}
	f.Clusters[4].Paused, f.Clusters[7].Paused = true, true
	f.Clusters[8].Before, f.Clusters[8].After = resolve.Errors{{Message: "x"}}, resolve.Errors{{Message: "x"}}
	const want = "9 clusters: 1 rejected (new), 2 do not resolve, 1 deleted, 1 rolling, 1 rolling (once resumed), 1 may roll, " +
		"1 created (paused), 1 unresolved as before"
	r := build(f)
	if got := headline(r, groups(r), "cluster"); got != want {
		t.Errorf("headline %q, want %q", got, want)
	}
	if want := []string{"1 cluster does not resolve in either state: is the menu in the input?"}; !cmp.Equal(want, r.Notes) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
}

// TestTotalsOfPausedClustersWait: what does not happen now does not stand among
// what does.
func TestTotalsOfPausedClustersWait(t *testing.T) {
	f := many(3, func(int) []impact.Change { return []impact.Change{rolling("valkey.hz", "2")} })
	f.Clusters[2].Paused = true
	f.Waiting = f.Clusters[2].Totals
	r := build(f)
	now, waiting := totals(r.Summary)
	if want := "12 pods replaced in 6 shards, 6 failovers, up to 2 extra pods at peak"; now != want {
		t.Errorf("now %q, want %q", now, want)
	}
	if want := "once paused clusters are resumed: 6 pods replaced in 3 shards, 3 failovers, 1 extra pod at peak"; waiting != want {
		t.Errorf("waiting %q, want %q", waiting, want)
	}
	for _, want := range []string{"\n**Once paused clusters are resumed: 6 pods", "\nOnce resumed: 6 pods replaced", ": rolling (once resumed)\n"} {
		if page := Markdown(r); !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	f.Waiting = f.Totals
	if now, _ := totals(build(f).Summary); now != "" {
		t.Errorf("of paused clusters alone happens now %q", now)
	}
}

func TestFormedAndRemovedAreSentences(t *testing.T) {
	shape := impact.Shape{Shards: 3, ReplicasPerShard: 1}
	clusters := func(kind impact.Kind, totals impact.Totals, paused bool, names ...string) impact.FleetReport {
		var f impact.FleetReport
		for _, name := range names {
			r := one(name, kind, impact.Topology)
			source := impact.Source{Origin: impact.FromCluster, Object: r.Cluster}
			c := impact.Change{Effect: impact.Topology, Reason: "x", After: shape.String(), AfterSource: source}
			r.ShapeAfter, r.Totals, r.Paused = shape, totals, paused
			if kind == impact.Deleted {
				r.ShapeBefore, r.ShapeAfter = shape, impact.Shape{}
				c = impact.Change{Effect: impact.Topology, Reason: "x", Before: shape.String(), BeforeSource: source}
			}
			r.Changes = []impact.Change{c}
			f.Clusters = append(f.Clusters, r)
		}
		return f
	}
	added, removed := impact.Totals{NodesAdded: 6}, impact.Totals{NodesRemoved: 6}
	tests := map[string]impact.FleetReport{
		"#### `ns/a`: created\n\nThe new cluster of 3 shards of 2 nodes is formed: 6 nodes added. It is in `valkeycluster.yaml:200`.\n":         clusters(impact.Created, added, false, "a"),
		"#### `ns/a`: created (paused)\n\nOnce resumed, the new cluster of 3 shards of 2 nodes is formed: 6 nodes added. It is in":              clusters(impact.Created, added, true, "a"),
		"\n\nThe new clusters of 3 shards of 2 nodes each are formed: 12 nodes added.\n":                                                        clusters(impact.Created, added, false, "a", "b"),
		"\n\nThe cluster of 3 shards of 2 nodes is removed, and its data with its pods: 6 nodes removed. It was in `valkeycluster.yaml:100`.\n": clusters(impact.Deleted, removed, false, "a"),
		"\n\nThe clusters of 3 shards of 2 nodes each are removed, and their data with their pods: 12 nodes removed.\n":                         clusters(impact.Deleted, removed, false, "a", "b"),
	}
	for want, f := range tests {
		if page := Markdown(build(f)); !strings.Contains(page, want) || strings.Contains(page, "|") {
			t.Errorf("the page has a table, or lacks %q:\n%s", want, page)
		}
	}
}

// TestColumnsThatSayNothingAreLeftOut looks at every table there can be.
func TestColumnsThatSayNothingAreLeftOut(t *testing.T) {
	own := impact.Source{Origin: impact.FromCluster, Object: menu.ClusterRef("ns", "f"), Path: "spec.x"}
	tests := map[string][]impact.Change{
		"| field | before | after | set by |\n|---|---|---|---|\n":                      {rolling("a", "2")},
		"| field | set by | why |\n|---|---|---|\n":                                     {{Effect: impact.Rolling, Path: "a", AfterSource: own, Reason: "b"}},
		"| no effect | `b` |  | `1` | the cluster itself, `valkeycluster.yaml:206` |\n": {rolling("a", "2"), {Effect: impact.None, Path: "b", After: "1", AfterSource: own}},
		"\n\nIt resolves again.\n":                                                      {{Effect: impact.MayRoll, Reason: "it resolves again"}},
	}
	for want, changes := range tests {
		f := impact.FleetReport{Clusters: []impact.Report{one("f", impact.Changed, changes[0].Effect)}}
		f.Clusters[0].Changes = changes
		if page := Markdown(build(f)); !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}

// TestNoClusterIsNoUse: without clusters in the input it is not known who uses
// the menu.
func TestNoClusterIsNoUse(t *testing.T) {
	r := build(impact.FleetReport{Menu: []impact.MenuChange{{Object: menu.ConfigRef("x"), Kind: impact.Changed}}})
	for _, page := range []string{Text(r), Markdown(r)} {
		if strings.Contains(page, "no cluster uses") || strings.Contains(page, "Nothing happens") || !strings.Contains(page, "no cluster is in the input") {
			t.Errorf("the page takes missing clusters for none:\n%s", page)
		}
	}
}
