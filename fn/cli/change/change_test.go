package change

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/menu"
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

func TestGravestFirst(t *testing.T) {
	var got []string
	for _, r := range sorted(fleet().Clusters) {
		got = append(got, r.Cluster.Name)
	}
	if diff := cmp.Diff(strings.Split("ihgfedcbaj", ""), got); diff != "" {
		t.Errorf("order differs (-want +got):\n%s", diff)
	}
	const want = "10 clusters: 1 rejected, 1 created, does not resolve, 1 deleted, 1 rolling, 1 created, 1 in place, " +
		"1 future pods only, 1 no effect, 2 unchanged"
	if got := headline(fleet()); got != want {
		t.Errorf("headline %q, want %q", got, want)
	}
	if got := headline(impact.FleetReport{}); got != "0 clusters" {
		t.Errorf("headline of nothing %q", got)
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
		seen[word] = true
	}
}

func TestNothingUnchangedIsListed(t *testing.T) {
	for name, text := range map[string]string{"text": Text(fleet()), "markdown": Markdown(fleet())} {
		if strings.Contains(text, "ns/a") || !strings.Contains(text, "ns/b") {
			t.Errorf("%s lists the unchanged, or not the changed:\n%s", name, text)
		}
		if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%s does not end in one newline: %q", name, text)
		}
	}
}

func TestCosts(t *testing.T) {
	tests := map[string]struct {
		totals impact.Totals
		want   string
	}{
		"nothing": {impact.Totals{}, ""},
		"a roll": {impact.Totals{ShardsRolled: 1, PodsReplaced: 2, Failovers: 1, PeakExtraPods: 1},
			"2 pods replaced in 1 shard, 1 failover, 1 extra pod at peak"},
		"scaling": {impact.Totals{NodesAdded: 1, NodesRemoved: 2, SlotsMoved: 4096}, "1 node added, 2 nodes removed, about 4096 slots moved"},
	}
	for name, test := range tests {
		if got := strings.Join(costs(test.totals), ", "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestFrom(t *testing.T) {
	small := impact.Source{Origin: impact.FromMenu, Object: menu.ConfigRef("small")}
	large := impact.Source{Origin: impact.FromMenu, Object: menu.ConfigRef("large")}
	tests := map[string]impact.Change{
		"":                     {},
		`ValkeyConfig "small"`: {BeforeSource: small, AfterSource: small},
		`ValkeyConfig "large"`: {BeforeSource: large},
		`default`:              {AfterSource: impact.Source{Origin: impact.FromDefault}},
		`default -> forced`:    {BeforeSource: impact.Source{Origin: impact.FromDefault}, AfterSource: impact.Source{Origin: impact.FromForced}},
		`ValkeyConfig "small" -> ValkeyConfig "large"`: {BeforeSource: small, AfterSource: large},
	}
	for want, c := range tests {
		if got := from(c); got != want {
			t.Errorf("from %q, want %q", got, want)
		}
	}
}

// TestMarkdownIsNotMarkup: values are in the author's hand, and a comment is
// read by those who review.
func TestMarkdownIsNotMarkup(t *testing.T) {
	f := fleet()
	f.Clusters[5].Changes = []impact.Change{{
		Effect: impact.Rolling, Path: "valkey.a|b", Before: "``x`", After: "<img src=x>|\n@team", Reason: "see [here](http://x) <b> *now* @team",
	}}
	f.Clusters[5].Notes = []string{"a # heading"}
	f.Menu = []impact.MenuChange{{Object: menu.ConfigRef("<script>|"), Kind: impact.Changed}}
	page := Markdown(f)
	for _, want := range []string{
		"| rolling | `valkey.a\\|b` | ``` ``x` ``` | `<img src=x>\\|\\n@team` |  | see \\[here\\](http://x) \\<b\\> \\*now\\* \\@team |\n",
		`- a \# heading`, `ValkeyConfig "\<script\>\|"`, "no cluster uses it",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}
