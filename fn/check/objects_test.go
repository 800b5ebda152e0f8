package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

func find(t *testing.T, r report.Report, rule string) report.Result {
	t.Helper()
	for _, one := range r.Results {
		if one.Rule == rule {
			return one
		}
	}
	t.Fatalf("no %s among %v", rule, told(r))
	return report.Result{}
}

func TestDuplicatesNameAllPlaces(t *testing.T) {
	_, rep := run(t, menuFiles(files{"3-config": base, "5-again": base, "6-third": base}), options())
	got := find(t, rep, "VK004")
	if got.File != "6-third" || !strings.Contains(got.Message, "3-config:4:18, 5-again:4:18") {
		t.Errorf("reported at %s: %s", got.File, got.Message)
	}
}

// TestDuplicatesKeepTheirOwnPlaces: what is wrong with one of two objects of a
// name is not reported at the other.
func TestDuplicatesKeepTheirOwnPlaces(t *testing.T) {
	for name, other := range map[string]string{"3-config": "5-other", "5-other": "3-config"} {
		broken := edit(base, "imageRef: v9", "imageRef: [v9]")
		_, rep := run(t, menuFiles(files{name: broken, other: base}), options())
		if got := find(t, rep, "VK001"); got.File != name {
			t.Errorf("a type reported in %s, want %s", got.File, name)
		}
		if got := find(t, rep, "VK004"); got.File != "5-other" || !strings.Contains(got.Message, "3-config:4:18") {
			t.Errorf("the name reported in %s, want the last of both: %s", got.File, got.Message)
		}
	}
	// The better rule about one of them is none about the other.
	bad := edit(cluster, "e3b0c", "E3B0C")
	_, rep := run(t, menuFiles(files{"4-cluster": bad, "5-other": edit(bad, "shards: 3", "shards: 4")}), options())
	if vk042, vk001 := find(t, rep, "VK042"), find(t, rep, "VK001"); vk042.File == vk001.File {
		t.Errorf("both hashes reported in %s", vk001.File)
	}
	// Of two valid ones the menu keeps one, and lint's finding stands there.
	dangling := edit(base, "imageRef: v9", "imageRef: missing")
	for name, other := range map[string]string{"3-config": "5-other", "5-other": "3-config"} {
		w, rep := run(t, menuFiles(files{name: dangling, other: base}), options())
		if w.Menu.Config("standard").Spec.ImageRef != "missing" {
			t.Fatal("the menu keeps the other one: choose another example")
		}
		if got := find(t, rep, "VK010"); got.File != name {
			t.Errorf("a reference reported in %s, want %s", got.File, name)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	open := edit(edit(cluster, "shards: 3", "shards: ${SHARDS}"), "replicasPerShard: 1", "replicasPerShard: ${REPLICAS}")
	open = edit(open, "configRef: standard", "configRef: ${SIZE}")
	_, rep := run(t, menuFiles(files{"4-cluster": open}), options())
	if diff := cmp.Diff([]string(nil), told(rep)); diff != "" {
		t.Errorf("placeholders are judged (-want +got):\n%s", diff)
	}
	find(t, rep, "VK076")
	o := options()
	o.Placeholder = nil
	_, rep = run(t, menuFiles(files{"4-cluster": open}), o)
	want := []string{
		"VK001 ValkeyCluster team-a/cache spec.replicasPerShard", "VK001 ValkeyCluster team-a/cache spec.shards",
		"VK011 ValkeyCluster team-a/cache spec.configRef",
	}
	if diff := cmp.Diff(want, told(rep)); diff != "" {
		t.Errorf("without placeholders, findings differ (-want +got):\n%s", diff)
	}
}

func TestBefore(t *testing.T) {
	tls := cluster + "  tls: {secretRef: cache-tls}\n"
	before := fromSet(menuFiles(nil).read(t))
	tests := map[string]struct {
		now    files
		before []Object
		want   []string
	}{
		"tls added":       {menuFiles(files{"4-cluster": tls}), before, []string{"VK006 ValkeyCluster team-a/cache spec.tls"}},
		"nothing changed": {menuFiles(nil), before, nil},
		"a new cluster":   {menuFiles(files{"4-cluster": edit(tls, "name: cache", "name: new")}), before, nil},
		"no state before": {menuFiles(files{"4-cluster": tls}), nil, nil},
		"an empty one":    {menuFiles(files{"4-cluster": tls}), []Object{}, nil},
		"faults of their own": {menuFiles(files{"3-config": edit(base, "imageRef: v9", "imageRef: []"), "4-cluster": edit(cluster, "shards: 3", "shards: x")}), before,
			[]string{"VK001 ValkeyCluster team-a/cache spec.shards", "VK001 ValkeyConfig standard spec.imageRef"}},
		"a fault of its own": {menuFiles(files{"4-cluster": edit(cluster, "shards: 3", "shards: x")}), before, []string{"VK001 ValkeyCluster team-a/cache spec.shards"}},
		"an older image now": {menuFiles(files{"1-image": strings.ReplaceAll(image, "9.1.2", "9.0.0")}), before, []string{"VK054 ValkeyImage v9 spec.version"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set := test.now.read(t)
			_, rep := runObjects(t, Input{Objects: fromSet(set), Before: test.before}, options())
			if diff := cmp.Diff(test.want, told(rep)); diff != "" {
				t.Errorf("findings differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSuppression(t *testing.T) {
	ignore := func(text, rule string) string {
		return edit(text, "name: ", `annotations: {valkey.gomomento.com/ignore-check.`+rule+`: "known"}, name: `)
	}
	tests := map[string]struct {
		files files
		rule  string
	}{
		"lint":   {menuFiles(files{"4-cluster": ignore(edit(cluster, "roleRef: ro", "roleRef: rw"), "VK012")}), "VK012"},
		"schema": {menuFiles(files{"4-cluster": ignore(edit(cluster, "shards: 3", "shards: x"), "VK001")}), "VK001"},
		"bytes":  {menuFiles(files{"3-config": ignore(edit(base, "maxmemory: 1gb", "maxmemory: 1000"), "VK071")}), "VK071"},
		"an object that is not decoded": {
			menuFiles(files{"5-node": ignore(edit(image, "kind: ValkeyImage", "kind: ValkeyImages"), "VK009")}), "VK009"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, rep := run(t, test.files, options())
			got := find(t, rep, test.rule)
			if !got.Suppressed || got.Justification != "known" {
				t.Errorf("suppressed %v because %q", got.Suppressed, got.Justification)
			}
		})
	}
}

func TestSeverities(t *testing.T) {
	o := options()
	o.Severities = map[string]lint.Severity{"VK001": lint.Warning, "VK012": lint.Off}
	_, rep := run(t, menuFiles(files{"4-cluster": edit(edit(cluster, "roleRef: ro", "roleRef: rw"), "shards: 3", "shards: x")}), o)
	if got := find(t, rep, "VK001"); got.Severity != lint.Warning {
		t.Errorf("VK001 is %s, want warning", got.Severity)
	}
	if diff := cmp.Diff([]string{"VK001 ValkeyCluster team-a/cache spec.shards"}, told(rep)); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
}

func TestExternal(t *testing.T) {
	lonely := files{"4-cluster": cluster}
	tests := map[string]struct {
		external lint.Severity
		want     report.Summary
	}{
		"no menu at all": {"", report.Summary{Objects: 1, Warnings: 2}},
		"error":          {lint.Error, report.Summary{Objects: 1, Errors: 2}},
		"ignored":        {lint.Off, report.Summary{Objects: 1}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			o := options()
			o.External = test.external
			_, rep := run(t, lonely, o)
			if diff := cmp.Diff(test.want, rep.Summary); diff != "" {
				t.Errorf("summary differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSecrets(t *testing.T) {
	const text = `
apiVersion: v1
kind: Secret
metadata: {name: cache-tls, namespace: team-a}
type: kubernetes.io/tls
data: {tls.crt: aGVsbG8=, tls.key: "!", ca.crt: 5}
stringData: {tls.crt: plain, extra: 7}
`
	w, rep := run(t, files{"secret": text}, options())
	want := []lint.Secret{{
		Namespace: "team-a", Name: "cache-tls", Type: "kubernetes.io/tls",
		Data: map[string][]byte{"tls.crt": []byte("plain"), "tls.key": []byte("!"), "extra": []byte("7")},
	}}
	if diff := cmp.Diff(want, w.Secrets); diff != "" {
		t.Errorf("secrets differ (-want +got):\n%s", diff)
	}
	if w.Count() != 0 || len(rep.Results) != 0 {
		t.Errorf("a Secret counts as %d objects of the group, with %v", w.Count(), told(rep))
	}
}

func TestSecretOfAnotherNamespaceIsNotInTheBuild(t *testing.T) {
	const secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: cache-tls, namespace: team-b}\n"
	tls := cluster + "  tls: {secretRef: cache-tls}\n"
	for text, want := range map[string]string{secret: "VK018", edit(secret, "team-b", "team-a"): "VK066"} {
		_, rep := run(t, menuFiles(files{"4-cluster": tls, "5-secret": text}), options())
		if got := find(t, rep, want); got.Object.Kind != "ValkeyCluster" && got.Object.Kind != "Secret" {
			t.Errorf("%s is about %v", want, got.Object)
		}
	}
}

// TestLocalConfigIsSkipped: what is never applied is neither judged nor found
// by references.
func TestLocalConfigIsSkipped(t *testing.T) {
	local := func(text string) string {
		return edit(text, "name: ", `annotations: {config.kubernetes.io/local-config: "true"}, name: `)
	}
	const secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: team-a}\n"
	w, rep := run(t, menuFiles(files{
		"1-image": local(image), "5-local": local(edit(edit(cluster, "name: cache", "name: other"), "shards: 3", "shards: x")),
		"6-number": local(edit(edit(base, "name: standard", "name: numbers"), "maxmemory: 1gb", "maxmemory: 1000")), "7-secret": local(secret),
	}), options())
	if diff := cmp.Diff([]string{"VK010 ValkeyConfig standard spec.imageRef"}, told(rep)); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
	if len(w.Secrets) != 0 || w.Count() != 3 {
		t.Errorf("%d secrets and %d objects, want 0 and 3", len(w.Secrets), w.Count())
	}
}

// TestReferencesByFormerNames is a build in which kustomize has put a prefix on
// everything and will mend the references at the end.
func TestReferencesByFormerNames(t *testing.T) {
	prefixed := func(text, name string) string {
		return edit(text, "name: "+name, `annotations: {internal.config.kubernetes.io/previousNames: `+name+
			`, internal.config.kubernetes.io/prefixes: dev-}, name: dev-`+name)
	}
	w, rep := run(t, files{
		"1-image": prefixed(image, "v9"), "2-role": prefixed(role, "ro"), "3-config": prefixed(base, "standard"), "4-cluster": prefixed(cluster, "cache"),
	}, options())
	if diff := cmp.Diff([]string(nil), told(rep)); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
	if got := w.Menu.Cluster("team-a", "dev-cache").Spec.ConfigRef; got != "dev-standard" {
		t.Errorf("configRef %q, want the current name dev-standard", got)
	}
	if w.Menu.Config("dev-standard").Spec.ImageRef != "dev-v9" {
		t.Error("imageRef is not the current name")
	}
}

func TestForeignObjectsAreNotLookedAt(t *testing.T) {
	foreign := "apiVersion: valkey.io/v1alpha1\nkind: ValkeyCluster\nmetadata: {name: theirs}\nspec: {shards: many}\n"
	w, rep := run(t, menuFiles(files{"5-foreign": foreign}), options())
	if diff := cmp.Diff([]string(nil), told(rep)); diff != "" || w.Count() != 4 {
		t.Errorf("%d objects, findings (-want +got):\n%s", w.Count(), diff)
	}
	if w.Menu.Cluster("", "theirs") != nil {
		t.Error("an object of another group is in the menu")
	}
}

func TestNoPasswordHashIsRepeated(t *testing.T) {
	const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	for _, bad := range []string{
		edit(cluster, "["+hash, "[X"+hash), edit(cluster, "["+hash+"]", hash),
		edit(cluster, "username: app", "username: "+hash+hash+hash), edit(cluster, "roleRef: ro", "roleRef: ["+hash+"]"),
	} {
		_, rep := run(t, menuFiles(files{"4-cluster": bad}), options())
		if rep.Summary.Errors == 0 {
			t.Error("no error")
		}
		for _, r := range rep.Results {
			if strings.Contains(r.Message, hash[:40]) && r.Path != "spec.acl[0].username" {
				t.Errorf("%s repeats a hash: %s", r.Rule, r.Message)
			}
		}
	}
}

func TestWithoutChangesNoOther(t *testing.T) {
	data := map[string]any{"spec": map[string]any{"list": []any{int64(1), int64(2)}, "a": "b"}}
	tests := map[string]any{
		"spec.a":        map[string]any{"spec": map[string]any{"list": []any{int64(1), int64(2)}}},
		"spec.list[0]":  map[string]any{"spec": map[string]any{"list": []any{nil, int64(2)}, "a": "b"}},
		"spec.list[7]":  data,
		"spec.a.deeper": data,
		"":              data,
		"spec[":         data,
	}
	for path, want := range tests {
		if diff := cmp.Diff(want, any(without(data, path))); diff != "" {
			t.Errorf("without %q differs (-want +got):\n%s", path, diff)
		}
	}
	if len(data["spec"].(map[string]any)) != 2 {
		t.Error("the object given was changed")
	}
}

func TestRelated(t *testing.T) {
	tests := map[[2]string]bool{
		{"spec.acl", "spec.acl[0].username"}: true, {"spec.acl[0]", "spec.acl"}: true, {"spec.a", "spec.a"}: true,
		{"spec.acl[0]", "spec.acl[1]"}: false, {"spec.tls", "spec.tlsx"}: false, {"spec.valkey.hz", normal(`spec.valkey["hz"]`)}: true,
	}
	for pair, want := range tests {
		if got := related(pair[0], pair[1]); got != want {
			t.Errorf("related(%q, %q) = %v, want %v", pair[0], pair[1], got, want)
		}
	}
}

func TestARuleAboutTheWholeObjectHidesNoField(t *testing.T) {
	w, _ := run(t, menuFiles(nil), options())
	object := w.objects[menu.ConfigRef("standard")][0]
	f := lint.Finding{Rule: "VK010", Object: menu.ConfigRef("standard"), Path: "spec.imageRef"}
	if w.refuse(object, schema.Violation{Rule: "VK005"}); w.repeats(f) {
		t.Error("a violation without a path hides the finding")
	}
	if w.refuse(object, schema.Violation{Rule: "VK005", Path: "spec.imageRef"}); !w.repeats(f) {
		t.Error("a violation of the same field does not hide the finding")
	}
}

func TestChainEndsInACycle(t *testing.T) {
	again := edit(base, "imageRef: v9", "baseRef: other")
	other := edit(edit(base, "name: standard", "name: other"), "imageRef: v9", "baseRef: standard\n  imageRef: [x]")
	w, rep := run(t, menuFiles(files{"3-config": again, "5-other": other}), options())
	want := []menu.Ref{menu.ConfigRef("standard"), menu.ConfigRef("other")}
	if diff := cmp.Diff(want, w.chain(menu.ConfigRef("standard"))); diff != "" {
		t.Errorf("chain differs (-want +got):\n%s", diff)
	}
	find(t, rep, "VK014")
}
