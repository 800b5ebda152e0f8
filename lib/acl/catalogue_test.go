package acl

import (
	"slices"
	"testing"
)

func TestEmbeddedCataloguesAreSound(t *testing.T) {
	if err := catalogues().err; err != nil {
		t.Fatal(err)
	}
	if got, want := len(catalogues().byAge), 4; got != want {
		t.Fatalf("%d catalogues, want %d", got, want)
	}
	for _, c := range catalogues().byAge {
		if c.Version == "" || c.From != "server" && c.From != "source" || c.About == "" {
			t.Errorf("%d.%d does not say where it is from", c.major, c.minor)
		}
		if len(c.list) < 370 || len(c.categories) != 21 {
			t.Errorf("%s has %d commands and %d categories", c.Version, len(c.list), len(c.categories))
		}
		for _, cmd := range c.list {
			if cmd.Arity == 0 || cmd.Since == "" || len(cmd.Categories) == 0 {
				t.Errorf("%s: %s is incomplete", c.Version, cmd.Name)
			}
			for _, category := range cmd.Categories {
				if !slices.Contains(c.categories, category) {
					t.Errorf("%s: %s is in category %q, which is none", c.Version, cmd.Name, category)
				}
			}
			for _, k := range cmd.Keys {
				if !k.Unknown && (len(k.Range) == 3) == (len(k.Keynum) == 3) || !k.Unknown && k.Index == 0 && k.Keyword == "" {
					t.Errorf("%s: %s has a key spec that cannot be followed", c.Version, cmd.Name)
				}
			}
		}
	}
}

// A command is in a catalogue if and only if its version has it.
func TestCataloguesGrowWithTheVersions(t *testing.T) {
	cases := map[string]struct {
		name, sub string
		want      [4]bool // 8.0, 8.1, 9.0, 9.1
	}{
		"old command":          {"get", "", [4]bool{true, true, true, true}},
		"old subcommand":       {"config", "set", [4]bool{true, true, true, true}},
		"case":                 {"CONFIG", "Get", [4]bool{true, true, true, true}},
		"since 9.0":            {"hexpire", "", [4]bool{false, false, true, true}},
		"subcommand since 9.0": {"cluster", "syncslots", [4]bool{false, false, true, true}},
		"since 9.1":            {"msetex", "", [4]bool{false, false, false, true}},
		"unknown":              {"gett", "", [4]bool{}},
		"unknown subcommand":   {"config", "gett", [4]bool{}},
		"no container":         {"get", "x", [4]bool{}},
		"joined name":          {"config|set", "", [4]bool{}},
		"joined subcommand":    {"config", "set|x", [4]bool{}},
		"nothing":              {"", "", [4]bool{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := [4]bool{For(8, 0).Has(c.name, c.sub), For(8, 1).Has(c.name, c.sub), For(9, 0).Has(c.name, c.sub), For(9, 1).Has(c.name, c.sub)}
			if got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestNearestCatalogue(t *testing.T) {
	cases := map[string]struct {
		major, minor int
		want         string
	}{
		"too old": {7, 2, "8.0.1"}, "first": {8, 0, "8.0.1"}, "between": {8, 2, "8.1.1"}, "major alone": {9, 0, "9.0.4"},
		"newest": {9, 1, "9.1.2"}, "newer minor": {9, 7, "9.1.2"}, "newer major": {10, 0, "9.1.2"}, "unset": {0, 0, "8.0.1"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := For(c.major, c.minor).Version; got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestCategories(t *testing.T) {
	c := For(9, 1)
	got := c.Categories()
	if !slices.IsSorted(got) || !slices.Contains(got, "dangerous") || slices.Contains(got, "all") {
		t.Errorf("categories %q", got)
	}
	got[0] = "changed"
	if c.Categories()[0] == "changed" {
		t.Error("a caller can change the catalogue")
	}
	for name, want := range map[string]bool{"all": true, "ALL": true, "Read": true, "reading": false, "": false, "@read": false} {
		if c.HasCategory(name) != want {
			t.Errorf("HasCategory(%q) is %v", name, !want)
		}
	}
}

func TestSuggestions(t *testing.T) {
	c := For(9, 1)
	cases := map[string]struct {
		got, want string
	}{
		"letter missing":              {c.SuggestCommand("flushal", ""), "flushall"},
		"letters swapped":             {c.SuggestCommand("exsits", ""), "exists"},
		"case":                        {c.SuggestCommand("GETT", ""), "get"},
		"nothing close":               {c.SuggestCommand("frobnicate", ""), ""},
		"not the whole name":          {c.SuggestCommand("zz", ""), ""},
		"of a module":                 {c.SuggestCommand("json-set", ""), ""},
		"subcommand":                  {c.SuggestCommand("config", "gett"), "get"},
		"subcommand of another":       {c.SuggestCommand("acl", "syncslots"), ""},
		"subcommand, command in caps": {c.SuggestCommand("CLUSTER", "syncslot"), "syncslots"},
		"no container":                {c.SuggestCommand("get", "se"), ""},
		"category":                    {c.SuggestCategory("dangerouss"), "dangerous"},
		"category in plural":          {c.SuggestCategory("strings"), "string"},
		"all":                         {c.SuggestCategory("alll"), "all"},
		"category, nothing close":     {c.SuggestCategory("queries"), ""},
	}
	for name, s := range cases {
		t.Run(name, func(t *testing.T) {
			if s.got != s.want {
				t.Errorf("got %q, want %q", s.got, s.want)
			}
		})
	}
}
