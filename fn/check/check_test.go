package check

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const (
	image = `
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyImage
metadata: {name: v9}
spec: {repository: valkey/valkey, tag: "9.1.2", version: "9.1.2"}
`
	role = `
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyRole
metadata: {name: ro}
spec: {categories: [{name: read, access: allow}]}
`
	base = `
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: standard}
spec:
  imageRef: v9
  resources: {cpu: "1", memory: 2Gi}
  valkey: {maxmemory: 1gb, maxmemory-policy: allkeys-lru}
`
	cluster = `
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: cache, namespace: team-a}
spec:
  configRef: standard
  shards: 3
  replicasPerShard: 1
  acl:
  - username: app
    passwordHashes: [e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855]
    permissions:
    - {roleRef: ro, keys: [{pattern: "*"}]}
`
)

var validator = sync.OnceValues(schema.New)

// files are documents by file name; objects keep the order of the names.
type files map[string]string

func (f files) read(t *testing.T) *source.Set {
	t.Helper()
	all := &source.Set{}
	for _, name := range sortedNames(f) {
		set, err := source.Read(source.Options{StdinName: name}, []string{source.Stdin}, strings.NewReader(f[name]))
		if err != nil {
			t.Fatal(err)
		}
		all.Objects = append(all.Objects, set.Objects...)
		all.Findings = append(all.Findings, set.Findings...)
	}
	return all
}

func sortedNames(f files) []string {
	var names []string
	for name := range f {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func fromSet(set *source.Set) []Object {
	objects := make([]Object, len(set.Objects))
	for i, o := range set.Objects {
		objects[i] = FromSource(o)
	}
	return objects
}

// menuFiles is a menu without a fault, and with the documents given.
func menuFiles(more files) files {
	all := files{"1-image": image, "2-role": role, "3-config": base, "4-cluster": cluster}
	for name, text := range more {
		all[name] = text
	}
	return all
}

func options() Options {
	return Options{Resolve: resolve.DefaultOptions(), Placeholder: source.PlaceholderMatcher(nil)}
}

func run(t *testing.T, f files, o Options) (*World, report.Report) {
	t.Helper()
	set := f.read(t)
	return runObjects(t, Input{Objects: fromSet(set), Raw: RawOf(set.Findings)}, o)
}

func runObjects(t *testing.T, in Input, o Options) (*World, report.Report) {
	t.Helper()
	v, err := validator()
	if err != nil {
		t.Fatal(err)
	}
	return Run(in, v, o)
}

// told is a report as "RULE KIND name path", infos left out.
func told(r report.Report) []string {
	var all []string
	for _, one := range r.Results {
		if one.Severity != lint.Info {
			all = append(all, strings.TrimRight(one.Rule+" "+one.Object.String()+" "+one.Path, " "))
		}
	}
	slices.Sort(all)
	return all
}

func edit(text, old, replacement string) string { return strings.Replace(text, old, replacement, 1) }

// TestOneFaultIsOneFinding: a fault is reported where it is, once, and nothing
// that only follows from it is.
func TestOneFaultIsOneFinding(t *testing.T) {
	child := edit(edit(base, "name: standard", "name: child"), "imageRef: v9", "baseRef: standard")
	child = edit(child, `  resources: {cpu: "1", memory: 2Gi}
  valkey: {maxmemory: 1gb, maxmemory-policy: allkeys-lru}
`, "")
	overChild := files{"5-child": child, "4-cluster": edit(cluster, "configRef: standard", "configRef: child")}
	with := func(more files, add files) files {
		all := menuFiles(more)
		for name, text := range add {
			all[name] = text
		}
		return all
	}
	tests := map[string]struct {
		files files
		want  []string
	}{
		"none": {menuFiles(nil), nil},
		"a reference of the wrong type": {
			menuFiles(files{"3-config": edit(base, "imageRef: v9", "imageRef: {name: v9}")}),
			[]string{"VK001 ValkeyConfig standard spec.imageRef"}},
		"and a config that inherits it": {
			with(overChild, files{"3-config": edit(base, "imageRef: v9", "imageRef: {name: v9}")}),
			[]string{"VK001 ValkeyConfig standard spec.imageRef"}},
		"settings of the wrong type, inherited": {
			with(overChild, files{"3-config": edit(base, "valkey: {maxmemory: 1gb, maxmemory-policy: allkeys-lru}", "valkey: [a]")}),
			[]string{"VK001 ValkeyConfig standard spec.valkey"}},
		"a base of the wrong type": {
			with(overChild, files{"5-child": edit(child, "baseRef: standard", "baseRef: [standard]")}),
			[]string{"VK001 ValkeyConfig child spec.baseRef"}},
		"a fraction of a shard": {
			menuFiles(files{"4-cluster": edit(cluster, "shards: 3", "shards: 1.5")}),
			[]string{"VK001 ValkeyCluster team-a/cache spec.shards"}},
		"more shards than an int32 holds": {
			menuFiles(files{"4-cluster": edit(cluster, "shards: 3", "shards: 99999999999")}),
			[]string{"VK001 ValkeyCluster team-a/cache spec.shards"}},
		"a list that is a map": {
			menuFiles(files{"4-cluster": edit(cluster, "acl:\n", "acl: {}\n  x:\n")}),
			[]string{"VK001 ValkeyCluster team-a/cache spec.acl", "VK002 ValkeyCluster team-a/cache spec.x"}},
		"a null in a list": {
			menuFiles(files{"4-cluster": edit(cluster, "acl:\n", "acl:\n  - null\n")}),
			[]string{"VK001 ValkeyCluster team-a/cache spec.acl[0]"}},
		"a name that is none": {
			menuFiles(files{"3-config": edit(base, "name: standard", "name: Stand_ard"), "4-cluster": edit(cluster, "configRef: standard", "configRef: Stand_ard")}),
			[]string{"VK007 ValkeyConfig Stand_ard metadata.name"}},
		"labels that are no map": {
			menuFiles(files{"3-config": edit(base, "{name: standard}", "{name: standard, labels: [x]}")}),
			[]string{"VK007 ValkeyConfig standard metadata.labels"}},
		"a label that is a number": {
			menuFiles(files{"3-config": edit(base, "{name: standard}", "{name: standard, labels: {a: 5}}")}),
			[]string{`VK071 ValkeyConfig standard metadata.labels["a"]`}},
		"metadata that Go cannot read": {
			menuFiles(files{"3-config": edit(base, "{name: standard}", "{name: standard, finalizers: 5}")}),
			[]string{"VK007 ValkeyConfig standard metadata"}},
		"no apiVersion": {
			menuFiles(files{"4-cluster": edit(cluster, "apiVersion: valkey.gomomento.com/v1alpha1\n", "")}),
			[]string{"VK009 ValkeyCluster team-a/cache apiVersion"}},
		"a misspelt group": {
			menuFiles(files{"4-cluster": edit(cluster, "gomomento.com", "gomomento.co")}),
			[]string{"VK009 ValkeyCluster team-a/cache apiVersion"}},
		"an unknown version": {
			menuFiles(files{"1-image": edit(image, "v1alpha1", "v1beta9")}),
			[]string{"VK009 ValkeyImage v9 apiVersion"}},
		"a bad hash": {
			menuFiles(files{"4-cluster": edit(cluster, "e3b0c", "E3B0C")}),
			[]string{"VK042 ValkeyCluster team-a/cache spec.acl[0].passwordHashes[0]"}},
		"a reserved username": {
			menuFiles(files{"4-cluster": edit(cluster, "username: app", "username: _momento_x")}),
			[]string{"VK041 ValkeyCluster team-a/cache spec.acl[0].username"}},
		"a reserved annotation": {
			menuFiles(files{"4-cluster": cluster + "  podAnnotations: {valkey.gomomento.com/x: z}\n"}),
			[]string{`VK064 ValkeyCluster team-a/cache spec.podAnnotations["valkey.gomomento.com/x"]`}},
		"a number for a string": {
			menuFiles(files{"3-config": edit(base, "maxmemory: 1gb", "maxmemory: 1000")}),
			[]string{`VK071 ValkeyConfig standard spec.valkey["maxmemory"]`}},
		"a long name": {
			menuFiles(files{"4-cluster": edit(cluster, "name: cache", "name: "+strings.Repeat("c", 58))}),
			[]string{"VK065 ValkeyCluster team-a/" + strings.Repeat("c", 58) + " metadata.name"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, rep := run(t, test.files, options())
			if diff := cmp.Diff(test.want, told(rep)); diff != "" {
				t.Errorf("findings differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOneFaultHidesNoOther breaks two things of one object.
func TestOneFaultHidesNoOther(t *testing.T) {
	tests := map[string]struct {
		cluster string
		want    []string
	}{
		"a long name and a reference": {
			edit(edit(cluster, "name: cache", "name: "+strings.Repeat("c", 58)), "configRef: standard", "configRef: nowhere"),
			[]string{"VK011 ValkeyCluster team-a/" + strings.Repeat("c", 58) + " spec.configRef", "VK065 ValkeyCluster team-a/" + strings.Repeat("c", 58) + " metadata.name"}},
		"a type and a reference": {
			edit(edit(cluster, "shards: 3", "shards: x"), "roleRef: ro", "roleRef: rw"),
			[]string{"VK001 ValkeyCluster team-a/cache spec.shards", "VK012 ValkeyCluster team-a/cache spec.acl[0].permissions[0].roleRef"}},
		"an unknown field and a reference": {
			edit(edit(cluster, "shards: 3", "shards: 3\n  shard: 3"), "configRef: standard", "configRef: nowhere"),
			[]string{"VK002 ValkeyCluster team-a/cache spec.shard", "VK011 ValkeyCluster team-a/cache spec.configRef"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, rep := run(t, menuFiles(files{"4-cluster": test.cluster, "3-config": base}), options())
			if diff := cmp.Diff(test.want, told(rep)); diff != "" {
				t.Errorf("findings differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSchemaStaysWhereTheBetterRuleIsOff: turning off our wording does not make
// the API server accept the object.
func TestSchemaStaysWhereTheBetterRuleIsOff(t *testing.T) {
	bad := menuFiles(files{"4-cluster": edit(cluster, "e3b0c", "E3B0C"), "3-config": edit(base, "maxmemory: 1gb", "maxmemory: 1000")})
	for _, severity := range []lint.Severity{lint.Off, lint.Warning} {
		o := options()
		o.Severities = map[string]lint.Severity{"VK042": severity, "VK071": severity}
		_, rep := run(t, bad, o)
		if rep.Summary.Errors != 2 {
			t.Errorf("%s: %d errors, want the 2 of the schema: %v", severity, rep.Summary.Errors, told(rep))
		}
	}
}

func TestDecodedMenu(t *testing.T) {
	w, _ := run(t, menuFiles(files{"3-config": edit(base, "cpu: \"1\"", "cpu: []")}), options())
	config := w.Menu.Config("standard")
	if config == nil || config.Spec.Resources == nil || config.Spec.Resources.CPU != "" || config.Spec.Resources.Memory != "2Gi" {
		t.Fatalf("config %+v, want one that lacks its cpu and nothing else", config)
	}
	c := w.Menu.Cluster("team-a", "cache")
	if got := c.Spec.ACL[0].Permissions[0].Keys[0].Access; got != v1alpha1.AccessReadWrite {
		t.Errorf("access %q, want the default readwrite", got)
	}
	if w.Count() != 4 {
		t.Errorf("%d objects, want 4", w.Count())
	}
}

func TestPlaces(t *testing.T) {
	w, rep := run(t, menuFiles(files{"4-cluster": edit(cluster, "roleRef: ro", "roleRef: rw")}), options())
	if len(rep.Results) == 0 {
		t.Fatal("no finding")
	}
	got := rep.Results[slices.IndexFunc(rep.Results, func(r report.Result) bool { return r.Rule == "VK012" })]
	if got.File != "4-cluster" || got.Line != 13 || got.Column != 17 {
		t.Errorf("placed at %s:%d:%d, want 4-cluster:13:17", got.File, got.Line, got.Column)
	}
	if got.Object.APIVersion != v1alpha1.APIVersion {
		t.Errorf("apiVersion %q", got.Object.APIVersion)
	}
	want := source.Place{File: "3-config", Line: 6, Column: 13}
	if place := w.Place(menu.ConfigRef("standard"), "spec.imageRef"); place != want {
		t.Errorf("Place is %v, want %v", place, want)
	}
	if place := w.Place(menu.ConfigRef("none"), ""); place != (source.Place{}) {
		t.Errorf("Place of no object is %v", place)
	}
}

// TestOrderDecidesNothing shuffles an input with every kind of difficulty.
func TestOrderDecidesNothing(t *testing.T) {
	f := menuFiles(files{
		"5-again":  edit(edit(base, "maxmemory: 1gb", "maxmemory: 3gb"), "imageRef: v9", "imageRef: missing"),
		"6-broken": edit(cluster, "shards: 3", "shards: x"),
		"7-number": edit(edit(base, "name: standard", "name: other"), "maxmemory: 1gb", "maxmemory: 1000"),
		"8-role":   edit(role, "read", "raed"),
		"9-same":   edit(role, "read", "raed"),
	})
	shuffled := func(seed uint64) report.Report {
		set := f.read(t)
		objects, raw := fromSet(set), RawOf(set.Findings)
		r := rand.New(rand.NewPCG(seed, 0))
		r.Shuffle(len(objects), func(i, j int) { objects[i], objects[j] = objects[j], objects[i] })
		r.Shuffle(len(raw), func(i, j int) { raw[i], raw[j] = raw[j], raw[i] })
		_, rep := runObjects(t, Input{Objects: objects, Raw: raw}, options())
		return rep
	}
	want := shuffled(0)
	if want.Summary.Errors < 4 {
		t.Fatalf("only %d errors: the input is too tame", want.Summary.Errors)
	}
	for seed := range uint64(50) {
		if diff := cmp.Diff(want, shuffled(seed)); diff != "" {
			t.Fatalf("seed %d: the report differs (-want +got):\n%s", seed, diff)
		}
	}
}
