package settings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
)

func environment(variables map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := variables[name]
		return value, ok
	}
}

func TestAccepted(t *testing.T) {
	user := func(id int64) *int64 { return &id }
	defaults := settings.Settings{
		Options:              resolve.Options{ClusterDomain: "cluster.local", DefaultZoneSpread: v1alpha1.SpreadBestEffort, PodUser: user(999)},
		PodDisruptionBudgets: settings.BudgetsNone,
		MaxRollingClusters:   5,
	}
	tests := map[string]struct {
		variables map[string]string
		change    func(*settings.Settings) // from the defaults
	}{
		"nothing set":         {nil, func(*settings.Settings) {}},
		"spread required":     {map[string]string{"DEFAULT_ZONE_SPREAD": "required"}, func(s *settings.Settings) { s.Options.DefaultZoneSpread = v1alpha1.SpreadRequired }},
		"spread best effort":  {map[string]string{"DEFAULT_ZONE_SPREAD": "bestEffort"}, func(*settings.Settings) {}},
		"domain":              {map[string]string{"CLUSTER_DOMAIN": "k8s.example.com"}, func(s *settings.Settings) { s.Options.ClusterDomain = "k8s.example.com" }},
		"domain of one part":  {map[string]string{"CLUSTER_DOMAIN": "internal"}, func(s *settings.Settings) { s.Options.ClusterDomain = "internal" }},
		"lowest user":         {map[string]string{"POD_USER": "1"}, func(s *settings.Settings) { s.Options.PodUser = user(1) }},
		"highest user":        {map[string]string{"POD_USER": "2147483647"}, func(s *settings.Settings) { s.Options.PodUser = user(2147483647) }},
		"user left unset":     {map[string]string{"POD_USER": ""}, func(s *settings.Settings) { s.Options.PodUser = nil }},
		"budgets":             {map[string]string{"POD_DISRUPTION_BUDGETS": "perShard"}, func(s *settings.Settings) { s.PodDisruptionBudgets = settings.BudgetsPerShard }},
		"rolls":               {map[string]string{"MAX_ROLLING_CLUSTERS": "40"}, func(s *settings.Settings) { s.MaxRollingClusters = 40 }},
		"any number of rolls": {map[string]string{"MAX_ROLLING_CLUSTERS": "0"}, func(s *settings.Settings) { s.MaxRollingClusters = 0 }},
		"all namespaces":      {map[string]string{"WATCH_NAMESPACES": ""}, func(*settings.Settings) {}},
		"one namespace":       {map[string]string{"WATCH_NAMESPACES": "team-a"}, func(s *settings.Settings) { s.Namespaces = []string{"team-a"} }},
		"sorted namespaces":   {map[string]string{"WATCH_NAMESPACES": "b, a,b ,1c"}, func(s *settings.Settings) { s.Namespaces = []string{"1c", "a", "b"} }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := defaults
			test.change(&want)
			got, err := settings.FromEnvironment(environment(test.variables))
			if err != nil {
				t.Fatalf("FromEnvironment: %v", err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	tests := map[string]struct {
		variable, value string
		want            string // a part of the error
	}{
		"spread":             {"DEFAULT_ZONE_SPREAD", "none", "must be bestEffort or required"},
		"spread, near":       {"DEFAULT_ZONE_SPREAD", "besteffort", `did you mean "bestEffort"?`},
		"spread, empty":      {"DEFAULT_ZONE_SPREAD", "", "remove the key"},
		"spread, blank":      {"DEFAULT_ZONE_SPREAD", "required\n", `"required\n"`},
		"budgets":            {"POD_DISRUPTION_BUDGETS", "all", "must be none or perShard"},
		"budgets, near":      {"POD_DISRUPTION_BUDGETS", "pershard", `did you mean "perShard"?`},
		"budgets, empty":     {"POD_DISRUPTION_BUDGETS", "", "remove the key"},
		"rolls, negative":    {"MAX_ROLLING_CLUSTERS", "-1", "must be a number from 0"},
		"rolls, a word":      {"MAX_ROLLING_CLUSTERS", "all", "must be a number from 0"},
		"rolls, octal":       {"MAX_ROLLING_CLUSTERS", "07", "must be a number from 0"},
		"rolls, too many":    {"MAX_ROLLING_CLUSTERS", "1000001", "to 1000000"},
		"rolls, empty":       {"MAX_ROLLING_CLUSTERS", "", "remove the key"},
		"domain, empty":      {"CLUSTER_DOMAIN", "", "remove the key"},
		"domain, dot first":  {"CLUSTER_DOMAIN", ".cluster.local", "without a dot at its start or end"},
		"domain, dot last":   {"CLUSTER_DOMAIN", "cluster.local.", "without a dot at its start or end"},
		"domain, upper case": {"CLUSTER_DOMAIN", "Cluster.local", "lower case"},
		"domain, blank":      {"CLUSTER_DOMAIN", "cluster local", "must be a DNS name"},
		"domain, two dots":   {"CLUSTER_DOMAIN", "cluster..local", "must be a DNS name"},
		"domain, too long":   {"CLUSTER_DOMAIN", strings.Repeat("a.", 127) + "a", "must be a DNS name"},
		"user, root":         {"POD_USER", "0", "0 is root"},
		"user, negative":     {"POD_USER", "-1", "from 1 to 2147483647"},
		"user, too high":     {"POD_USER", "2147483648", "from 1 to 2147483647"},
		"user, far too high": {"POD_USER", "9223372036854775808", "from 1 to 2147483647"},
		"user, a name":       {"POD_USER", "valkey", "from 1 to 2147483647"},
		"user, octal":        {"POD_USER", "0999", "from 1 to 2147483647"},
		"user, plus":         {"POD_USER", "+999", "from 1 to 2147483647"},
		"user, blank":        {"POD_USER", " ", "from 1 to 2147483647"},
		"namespace":          {"WATCH_NAMESPACES", "a,B", `"B" is no name of a namespace`},
		"namespace, dot":     {"WATCH_NAMESPACES", "a.b", `"a.b" is no name`},
		"namespace, missing": {"WATCH_NAMESPACES", "a,,b", "a name is missing"},
		"namespace, comma":   {"WATCH_NAMESPACES", ",", "a name is missing"},
		"namespace, blank":   {"WATCH_NAMESPACES", " ", "a name is missing"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := settings.FromEnvironment(environment(map[string]string{test.variable: test.value}))
			if err == nil {
				t.Fatalf("FromEnvironment accepted %s=%q", test.variable, test.value)
			}
			if !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "reading "+test.variable) {
				t.Errorf("error = %v, want it about %s and with %q", err, test.variable, test.want)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has more than one line: %v", err)
			}
			if diff := cmp.Diff(settings.Settings{}, got); diff != "" {
				t.Errorf("settings beside an error (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAllProblemsAtOnce pins the text that stops the start.
func TestAllProblemsAtOnce(t *testing.T) {
	_, err := settings.FromEnvironment(environment(map[string]string{
		"DEFAULT_ZONE_SPREAD":    "require",
		"CLUSTER_DOMAIN":         "",
		"POD_USER":               "0",
		"POD_DISRUPTION_BUDGETS": "yes",
		"WATCH_NAMESPACES":       "Team,b_c",
	}))
	if err == nil {
		t.Fatal("FromEnvironment accepted five bad variables")
	}
	want := `reading CLUSTER_DOMAIN (key clusterDomain of ConfigMap valkey-operator-config): value "" is not accepted, must be a DNS name in lower case without a dot at its start or end (an empty value is not the default; remove the key to get that)
reading DEFAULT_ZONE_SPREAD (key defaultZoneSpread of ConfigMap valkey-operator-config): value "require" is not accepted, must be bestEffort or required (did you mean "required"?)
reading POD_USER (key podUser of ConfigMap valkey-operator-config): value "0" is not accepted, must be a number from 1 to 2147483647, or empty where the platform assigns the user (0 is root, and pods never run as root)
reading POD_DISRUPTION_BUDGETS (key podDisruptionBudgets of ConfigMap valkey-operator-config): value "yes" is not accepted, must be none or perShard
reading WATCH_NAMESPACES: value "Team,b_c" is not accepted, must be names of namespaces with commas between them, or empty for all ("Team" is no name of a namespace)
reading WATCH_NAMESPACES: value "Team,b_c" is not accepted, must be names of namespaces with commas between them, or empty for all ("b_c" is no name of a namespace)`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}
