package acl

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGrantsOfControl(t *testing.T) {
	const every = "users settings code the cluster itself"
	cases := map[string]struct {
		rules, over, path string
		all               bool
	}{
		"nothing":                          {rules: ""},
		"all":                              {"+@all", every, "spec.categories[0].name", true},
		"all in upper case":                {"+@read +@ALL", every, "spec.categories[1].name", true},
		"all but a command":                {"+@all -flushall", every, "spec.categories[0].name", true},
		"all but a harmless category":      {"+@all -@geo", every, "spec.categories[0].name", true},
		"all but acl":                      {"+@all -acl", "settings code the cluster itself", "spec.categories[0].name", true},
		"all but three, one by one":        {"+@all -acl -config -module -debug", "the cluster itself", "spec.categories[0].name", true},
		"all but dangerous":                {rules: "+@all -@dangerous"},
		"all but admin":                    {rules: "+@all -@admin"},
		"dangerous given back":             {"+@all -@dangerous +@dangerous", every, "spec.categories[2].name", true},
		"a harmless one given back":        {rules: "+@all -@dangerous +config|get"},
		"the wrong one given back":         {"+@all -@dangerous +config|set", "settings", "spec.commands[0].subcommand", true},
		"dangerous denied before all":      {"-@dangerous +@all", every, "spec.categories[1].name", true},
		"taken back":                       {rules: "+@all -@all +@read"},
		"admin":                            {"+@admin", every, "spec.categories[0].name", false},
		"dangerous":                        {"+@read +@dangerous", every, "spec.categories[1].name", false},
		"slow, by its containers":          {"+@slow", every, "spec.categories[0].name", false},
		"slow but dangerous":               {rules: "+@slow -@dangerous"},
		"unknown names change nothing":     {rules: "+@read +@frobs +frob -acl|frob +acl|frob +frob|setuser"},
		"read, write and connection":       {rules: "+@read +@write +@connection"},
		"acl":                              {"+acl", "users", "spec.commands[0].name", false},
		"acl in upper case":                {"+get +ACL|SETUSER", "users", "spec.commands[1].subcommand", false},
		"acl, the subcommands denied":      {rules: "+acl -acl|setuser -acl|load -acl|deluser"},
		"acl denied, setuser given":        {"+acl -acl +acl|setuser", "users", "spec.commands[2].subcommand", false},
		"acl|load":                         {"+acl|load", "users", "spec.commands[0].subcommand", false},
		"config":                           {"+config", "settings", "spec.commands[0].name", false},
		"config|set":                       {"+config|set", "settings", "spec.commands[0].subcommand", false},
		"module":                           {"+module", "code", "spec.commands[0].name", false},
		"module|load":                      {"+module|load", "code", "spec.commands[0].subcommand", false},
		"module|loadex":                    {"+module|loadex", "code", "spec.commands[0].subcommand", false},
		"debug":                            {"+debug", "code", "spec.commands[0].name", false},
		"cluster":                          {"+cluster", "the cluster itself", "spec.commands[0].name", false},
		"cluster|reset":                    {"+cluster|reset", "the cluster itself", "spec.commands[0].subcommand", false},
		"shutdown":                         {"+shutdown", "the cluster itself", "spec.commands[0].name", false},
		"shutdown by a first argument":     {"+shutdown|nosave", "the cluster itself", "spec.commands[0].subcommand", false},
		"replicaof":                        {"+replicaof", "the cluster itself", "spec.commands[0].name", false},
		"what only tells something":        {rules: "+cluster|slots +cluster|shards +cluster|nodes +config|get +acl|whoami +module|list +info +client|list"},
		"denied after it was allowed":      {rules: "+@admin -acl -config -module -debug -cluster -replicaof -slaveof -failover -shutdown"},
		"two kinds, the path of the first": {"+shutdown +acl", "users the cluster itself", "spec.commands[1].name", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, minor := range []*Catalogue{For(8, 0), For(8, 1), For(9, 0), For(9, 1)} {
				got, ok := GrantsOfControl(role(c.rules).Spec, minor)
				var over []string
				for _, control := range got.Controls {
					over = append(over, control.Over)
				}
				if all := strings.Join(over, " "); all != c.over || got.Path != c.path || got.All != c.all || ok != (c.over != "") {
					t.Errorf("%s: over %q, path %q, all %v, %v; want %q, %q, %v", minor.Version, all, got.Path, got.All, ok, c.over, c.path, c.all)
				}
			}
		})
	}
}

func TestGrantsOfControlNamesCommands(t *testing.T) {
	got, _ := GrantsOfControl(role("+@admin -acl|setuser -cluster -debug -failover -config -slaveof").Spec, For(9, 1))
	want := ControlGrants{
		Path: "spec.categories[0].name",
		Controls: []Control{
			{"users", []string{"acl|load", "acl|deluser"}},
			{"code", []string{"module|load", "module|loadex"}},
			{"the cluster itself", []string{"replicaof", "shutdown"}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Each command exists in the newest version, and the advice to deny admin or
// dangerous takes away all of them in every version.
func TestControlCommands(t *testing.T) {
	for _, control := range controlCommands() {
		for _, rule := range control.Commands {
			name, subcommand, _ := strings.Cut(rule, "|")
			if !For(9, 1).Has(name, subcommand) {
				t.Errorf("9.1 has no %q", rule)
			}
			for _, minor := range []*Catalogue{For(8, 0), For(8, 1), For(9, 0), For(9, 1)} {
				cmd := minor.lookup(name, subcommand)
				if cmd != nil && (!slices.Contains(cmd.Categories, "admin") || !slices.Contains(cmd.Categories, "dangerous")) {
					t.Errorf("%s: %q is in %q only", minor.Version, rule, cmd.Categories)
				}
			}
		}
	}
}
