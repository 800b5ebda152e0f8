package impact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// fields are the paths of the changes with the fields that supply the values.
func fields(r impact.Report) []string {
	var all []string
	for _, c := range r.Changes {
		all = append(all, fmt.Sprintf("%s: %s -> %s", c.Path, field(c.BeforeSource), field(c.AfterSource)))
	}
	return all
}

func field(s impact.Source) string {
	if s.Path == "" {
		return strings.TrimSpace(string(s.Origin) + " ")
	}
	return s.Object.Name + " " + s.Path
}

func TestSourcesNameFields(t *testing.T) {
	tests := map[string]struct {
		edit func(*world)
		want []string
	}{
		"tag": {
			func(w *world) {
				w.images["v90"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.0.1", Version: "9.0.1"}
			},
			[]string{"image: v90 spec.tag -> v90 spec.tag", "image.version: v90 spec.version -> v90 spec.version"},
		},
		"repository": {
			func(w *world) {
				w.images["v90"] = v1alpha1.ValkeyImageSpec{Repository: "mirror:5000/valkey", Tag: "9.0.0", Version: "9.0.0"}
			},
			[]string{"image: v90 spec.repository -> v90 spec.repository"},
		},
		"resources": {
			func(w *world) {
				w.config("large", func(c *v1alpha1.ValkeyConfigSpec) { c.Resources = &v1alpha1.Resources{CPU: "2"} })
			},
			[]string{
				"resources.cpu: base spec.resources.cpu -> large spec.resources.cpu",
				"resources.memory: large spec.resources.memory -> base spec.resources.memory",
			},
		},
		"an alias": {
			set("large", "Slave-Priority", "10"),
			[]string{`valkey.replica-priority:  -> large spec.valkey["Slave-Priority"]`},
		},
		"a default": {set("base", "save", "1 1"), []string{`valkey.save: default -> base spec.valkey["save"]`}},
		"no effect": {set("base", "Port", "1"), []string{`valkey.port:  -> base spec.valkey["Port"]`}},
		"users": {
			func(w *world) { w.cache().ACL = []v1alpha1.ACLBinding{binding("app", hashA, "writer", "*")} },
			[]string{"acl.app:  -> cache spec.acl[0]"},
		},
		"the cluster's own": {
			func(w *world) {
				w.cache().ReplicasPerShard = 2
				w.cache().Placement = &v1alpha1.Placement{Zones: []v1alpha1.Zone{"a"}, ZoneSpread: v1alpha1.SpreadRequired}
				w.cache().PodAnnotations = map[string]v1alpha1.AnnotationValue{"a/b": "1"}
			},
			[]string{
				"placement.zones:  -> cache spec.placement.zones", "replicasPerShard: cache spec.replicasPerShard -> cache spec.replicasPerShard",
				`podAnnotations["a/b"]:  -> cache spec.podAnnotations["a/b"]`,
				"placement.zoneSpread: operator -> cache spec.placement.zoneSpread",
			},
		},
		"what is missing": {
			func(w *world) { w.config("large", func(c *v1alpha1.ValkeyConfigSpec) { c.BaseRef = "gone" }) },
			[]string{"baseRef:  -> large spec.baseRef"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, fields(between(test.edit))); diff != "" {
				t.Errorf("fields differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestShapes(t *testing.T) {
	r := between(func(w *world) { w.cache().Shards, w.cache().ReplicasPerShard = 4, 0 })
	if r.ShapeBefore.String() != "3 shards of 2 nodes" || r.ShapeAfter.String() != "4 shards of 1 node" {
		t.Errorf("from %s to %s", r.ShapeBefore, r.ShapeAfter)
	}
	broken := between(func(w *world) { delete(w.images, "v90") })
	if broken.ShapeAfter != (impact.Shape{}) || broken.ShapeBefore.Shards != 3 {
		t.Errorf("of what does not resolve: %+v", broken)
	}
}

// TestFleetTellsWhoseEditItIs: two edits at once, each with what it does by
// itself.
func TestFleetTellsWhoseEditItIs(t *testing.T) {
	before, after := fleet(), fleet()
	set("base", "hz", "50")(after)
	set("large", "hz", "10")(before)
	set("large", "hz", "10")(after)
	after.roles["reader"] = v1alpha1.ValkeyRoleSpec{}
	after.images["v90"] = v1alpha1.ValkeyImageSpec{Repository: "valkey", Tag: "9.0.0", Version: "9"}
	want := map[string][]string{
		`ValkeyConfig "base" changed`: {"cache none", "queue none", "small rolling"},
		`ValkeyRole "reader" changed`: {"cache inPlace", "queue inPlace", "small inPlace"},
		`ValkeyImage "v90" changed`:   {"cache none", "queue none", "small none"},
	}
	f := impact.Fleet(before.resolver(), after.resolver())
	if diff := cmp.Diff(want, reached(f)); diff != "" {
		t.Errorf("reach differs (-want +got):\n%s", diff)
	}
	for _, m := range f.Menu {
		if m.Object == menu.ConfigRef("base") && m.Clusters[0].Kind != impact.Unchanged {
			t.Errorf("a cluster whose config overrides the edit: %+v", m.Clusters[0])
		}
	}
}

func TestFleetKeepsWhatIsRefused(t *testing.T) {
	before, after := fleet(), fleet()
	after.clusters["queue"].Spec.Shards = 9
	set("large", "hz", "50")(after)
	refusal := func(name string) impact.Refusal {
		return impact.Refusal{Cluster: menu.ClusterRef("team-a", name), Rule: "VK005", Path: "spec.shards", Message: "too many"}
	}
	f := impact.Comparison{
		Before: before.resolver(), After: after.resolver(), Refused: []impact.Refusal{refusal("queue"), refusal("new")},
	}.Fleet()
	want := []string{"apart unchanged none", "cache changed rolling", "new created rejected", "queue changed rejected", "small unchanged none"}
	if diff := cmp.Diff(want, headlines(f)); diff != "" {
		t.Errorf("clusters differ (-want +got):\n%s", diff)
	}
	queue := f.Clusters[3]
	if got := queue.Changes[0]; got.Rule != "VK005" || got.Reason != "too many" || got.Path != "shards" || got.AfterSource.Path != "spec.shards" {
		t.Errorf("the refusal reads %+v", got)
	}
	if queue.Totals != rolled() || queue.ShapeAfter.Shards != 3 {
		t.Errorf("the old object meets the new menu with %+v, %+v", queue.Totals, queue.ShapeAfter)
	}
}

func TestRename(t *testing.T) {
	before, after := fleet(), fleet()
	delete(after.clusters, "cache")
	renamed := newCluster("cache2", "large")
	renamed.Spec.Shards, before.clusters["cache"].Spec.Shards = 5, 5
	after.clusters["cache2"] = renamed
	other := newCluster("elsewhere", "base")
	after.clusters["elsewhere"] = other
	notes := map[string]string{}
	for _, r := range impact.Fleet(before.resolver(), after.resolver()).Clusters {
		if len(r.Notes) > 0 {
			notes[r.Cluster.Name] = strings.Join(r.Notes, "; ")
		}
	}
	want := map[string]string{
		"cache":  `ValkeyCluster "team-a/cache2" has the same spec and is created: a cluster cannot be renamed or moved, and its data goes with it`,
		"cache2": `ValkeyCluster "team-a/cache" has the same spec and is deleted: the new cluster starts empty`,
	}
	if diff := cmp.Diff(want, notes); diff != "" {
		t.Errorf("notes differ (-want +got):\n%s", diff)
	}
}

// TestRenameIsNotGuessed: two that go and one that comes.
func TestRenameIsNotGuessed(t *testing.T) {
	before, after := fleet(), fleet()
	delete(after.clusters, "cache")
	delete(after.clusters, "queue")
	after.clusters["third"] = newCluster("third", "large")
	for _, r := range impact.Fleet(before.resolver(), after.resolver()).Clusters {
		if len(r.Notes) > 0 {
			t.Errorf("%s has notes %q", r.Cluster, r.Notes)
		}
	}
}
