package explain

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/cli/resolved"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// TestEveryFieldHasAPage walks all fields of all kinds by the names that the
// pages themselves list.
func TestEveryFieldHasAPage(t *testing.T) {
	kinds, err := Kinds()
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	var walk func(path string)
	walk = func(path string) {
		page, err := Field(path)
		if err != nil || !strings.HasPrefix(page, path+"\n") || !strings.Contains(page, "type") {
			t.Fatalf("%s: %v\n%s", path, err, page)
		}
		pages++
		_, at, err := schema(strings.Split(path, ".")[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range strings.Split(path, ".")[1:] {
			at, _ = below(at, step)
		}
		for _, name := range fieldNames(at) {
			if !strings.Contains(page, "\n  "+name+" ") {
				t.Errorf("%s does not list %s", path, name)
			}
			walk(path + "." + name)
		}
	}
	for _, kind := range kinds {
		walk(kind)
	}
	if len(kinds) != 5 || pages < 80 {
		t.Errorf("%d kinds and %d pages", len(kinds), pages)
	}
}

func TestUnknownFields(t *testing.T) {
	tests := map[string]string{
		"ValkeyConfg":                       `unknown kind "ValkeyConfg" (did you mean "ValkeyConfig"?)`,
		"Pod":                               `unknown kind "Pod": there is ValkeyImage, ValkeyConfig, ValkeyRole, ValkeyCluster, ValkeyNode`,
		"ValkeyImage.spec.tagg":             `ValkeyImage.spec has no field "tagg" (did you mean "tag"?)`,
		"ValkeyImage.spec.tag.x":            `ValkeyImage.spec.tag has no field "x"`,
		"ValkeyImage.":                      `ValkeyImage has no field "": there is apiVersion, kind, metadata, spec, status`,
		"ValkeyConfig.spec.valkey.":         `ValkeyConfig.spec.valkey has no field ""`,
		"ValkeyCluster.spec.acl[1].usrname": `ValkeyCluster.spec.acl has no field "usrname" (did you mean "username"?)`,
	}
	for path, want := range tests {
		_, err := Field(path)
		var unknown *UnknownFieldError
		if !errors.As(err, &unknown) || err.Error() != want {
			t.Errorf("%s: error %v, want %s", path, err, want)
		}
	}
}

func TestBounds(t *testing.T) {
	tests := map[string][]string{
		"ValkeyConfig.spec.valkey.maxmemory": {"type             string", "most characters  65536"},
		"ValkeyImage.spec.tag":               {"required         yes", "most characters  256"},
		"ValkeyCluster.spec.acl.passwordHashes": {
			"list of string", "least items  1", "most items   8",
		},
		"ValkeyNode.spec":             {"clusterName is immutable", "Rules"},
		"ValkeyRole.spec.categories":  {"list of object", "most items  64", "access", "required"},
		"ValkeyCluster.spec.shards":   {"integer (int32)", "minimum   1"},
		"valkeynode.spec.lifecycle":   {"ValkeyNode.spec.lifecycle", "Active, Joining, Leaving", `default   "Active"`},
		"ValkeyCluster.spec.acl.name": nil,
	}
	for path, parts := range tests {
		page, err := Field(path)
		if (err != nil) != (parts == nil) {
			t.Errorf("%s: error %v", path, err)
		}
		for _, part := range parts {
			if !strings.Contains(page, part) {
				t.Errorf("%s lacks %q:\n%s", path, part, page)
			}
		}
	}
}

func TestEveryRuleHasAPage(t *testing.T) {
	markdown := RulesMarkdown(lint.Rules())
	list := Rules(lint.Rules())
	for _, r := range lint.Rules() {
		page := Rule(r)
		for _, part := range []string{r.ID + " " + r.Slug, string(r.Severity), "--rule " + r.ID, "ignore-check." + r.ID} {
			if !strings.Contains(page, part) {
				t.Errorf("the page of %s lacks %q", r.ID, part)
			}
		}
		for _, line := range strings.Split(page, "\n") {
			if len(line) > 100 {
				t.Errorf("a line of %s is %d bytes long", r.ID, len(line))
			}
		}
		for _, text := range []string{r.Summary, r.Why, r.Fix} {
			if !strings.Contains(markdown, text) {
				t.Errorf("the document lacks %q", text)
			}
		}
		if !strings.Contains(list, r.Summary) {
			t.Errorf("the list lacks %s", r.ID)
		}
	}
}

func TestTable(t *testing.T) {
	var p page
	p.table([]string{"A", "B", "C"}, [][]string{
		{"x", "", ""}, {"é", "two", "three"}, {strings.Repeat("l", maxWidth+5), "y", "\x1b"}, {"short"},
	})
	pad := strings.Repeat(" ", maxWidth-1)
	want := "A" + pad + "  B    C\nx\né" + pad + "  two  three\n" +
		strings.Repeat("l", maxWidth+5) + "  y    \\x1b\nshort\n"
	if diff := cmp.Diff(want, p.String()); diff != "" {
		t.Errorf("table differs (-want +got):\n%s", diff)
	}
	p = page{}
	if p.table([]string{"A"}, nil); p.String() != "" {
		t.Errorf("an empty table is %q", p.String())
	}
}

func TestWrap(t *testing.T) {
	var p page
	p.wrap("  ", strings.Repeat("seven77 ", 20)+strings.Repeat("long", 30))
	for i, line := range strings.Split(strings.TrimSuffix(p.String(), "\n"), "\n") {
		if !strings.HasPrefix(line, "  ") || len(line) > 80 && !strings.Contains(line, "longlong") {
			t.Errorf("line %d is %q", i, line)
		}
	}
	if got := strings.Count(p.String(), "seven77"); got != 20 {
		t.Errorf("%d of 20 words", got)
	}
}

func TestDirectiveOfOtherVersions(t *testing.T) {
	c := &resolved.Cluster{Metadata: resolved.Metadata{Name: "c"}, Chain: []string{"x"}}
	old := conf.Versions()[0]
	for _, d := range conf.For(conf.Version{Major: 99}).Directives() {
		if d.Since == old || d.Ignored {
			continue
		}
		if page := Directive(c, conf.Canonical(d.Name), nil, old); !strings.Contains(page, "exists since "+d.Since.String()) {
			t.Errorf("%s, which exists since %s, is explained for %s as:\n%s", d.Name, d.Since, old, page)
		}
		return
	}
	t.Error("no directive is newer than the oldest version")
}

func TestUnknownDirective(t *testing.T) {
	c := &resolved.Cluster{
		Metadata: resolved.Metadata{Namespace: "ns", Name: "c"}, Chain: []string{"x"},
		Settings: []resolved.Setting{{Name: "made-up", Value: "", Origin: "menu", Config: "x"}},
	}
	page := Directive(c, "made-up", []Set{{Config: "x", Spelled: "Made-Up", At: "f:1:2"}}, conf.Version{Major: 9})
	for _, part := range []string{"made-up of ValkeyCluster ns/c", `value  ""`, "ValkeyConfig x, f:1:2", "spelled Made-Up", "no catalogued version does"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
}
