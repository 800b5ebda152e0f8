package settings

import (
	"errors"
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// ConfigMapName is the ConfigMap, in the operator's namespace, whose keys the
// Deployment maps to the variables. It is optional, and so is each key.
const ConfigMapName = "valkey-operator-config"

// The variables.
const (
	DefaultZoneSpread    = "DEFAULT_ZONE_SPREAD"
	ClusterDomain        = "CLUSTER_DOMAIN"
	PodUser              = "POD_USER"
	PodDisruptionBudgets = "POD_DISRUPTION_BUDGETS"
	MaxRollingClusters   = "MAX_ROLLING_CLUSTERS"
	// WatchNamespaces has no key in the ConfigMap: it goes with the RBAC that is
	// installed, so the Deployment sets it.
	WatchNamespaces = "WATCH_NAMESPACES"
)

// Budgets says which PodDisruptionBudgets the operator keeps.
type Budgets string

// The values of Budgets.
const (
	BudgetsNone     Budgets = "none"
	BudgetsPerShard Budgets = "perShard"
)

// defaultMaxRolling lets a bad edit of the menu stop at a few clusters: a roll that
// gets stuck keeps its place.
const defaultMaxRolling = 5

// Settings of one process, fixed for its life.
type Settings struct {
	// Options apply to each cluster that is resolved.
	Options              resolve.Options
	PodDisruptionBudgets Budgets
	// MaxRollingClusters is how many clusters may roll at the same time, 0 for any number.
	MaxRollingClusters int
	// Namespaces to watch, sorted and without duplicates; none means all.
	Namespaces []string
}

// FromEnvironment reads the variables through lookup, which has the contract of
// os.LookupEnv. A variable that is not set gets its default: the defaults of
// lib/resolve, no PodDisruptionBudgets, five clusters that roll at once, all
// namespaces. The error holds every problem, one a line, each with the variable,
// the key of the ConfigMap, the value and what is accepted.
func FromEnvironment(lookup func(string) (string, bool)) (Settings, error) {
	env := &environment{lookup: lookup}
	options := resolve.DefaultOptions()
	settings := Settings{
		Options: resolve.Options{
			ClusterDomain:     env.clusterDomain(options.ClusterDomain),
			DefaultZoneSpread: choice(env, DefaultZoneSpread, options.DefaultZoneSpread, v1alpha1.SpreadBestEffort, v1alpha1.SpreadRequired),
			PodUser:           env.podUser(options.PodUser),
		},
		PodDisruptionBudgets: choice(env, PodDisruptionBudgets, BudgetsNone, BudgetsNone, BudgetsPerShard),
		MaxRollingClusters:   env.maxRolling(defaultMaxRolling),
		Namespaces:           env.namespaces(),
	}
	if len(env.problems) > 0 {
		return Settings{}, errors.Join(env.problems...)
	}
	return settings, nil
}

// environment collects the problems of all variables, so that one failed start
// shows them all.
type environment struct {
	lookup   func(string) (string, bool)
	problems []error
}

// required returns the value of a variable that must not be empty, and whether
// it is set to a usable one.
func (e *environment) required(variable, accepted string) (string, bool) {
	value, ok := e.lookup(variable)
	if ok && value == "" {
		e.problem(variable, value, accepted, "an empty value is not the default; remove the key to get that")
		return "", false
	}
	return value, ok
}

// problem notes what is wrong with the value of a variable. The value is quoted,
// so that blanks and line ends show and the problem stays on its line.
func (e *environment) problem(variable, value, accepted, detail string) {
	text := fmt.Sprintf("reading %s: value %q is not accepted, %s", place(variable), value, accepted)
	if detail != "" {
		text += " (" + detail + ")"
	}
	e.problems = append(e.problems, errors.New(text))
}

// place names the variable, and the key to edit if there is one.
func place(variable string) string {
	key := map[string]string{
		DefaultZoneSpread:    "defaultZoneSpread",
		ClusterDomain:        "clusterDomain",
		PodUser:              "podUser",
		PodDisruptionBudgets: "podDisruptionBudgets",
		MaxRollingClusters:   "maxRollingClusters",
	}[variable]
	if key == "" {
		return variable
	}
	return fmt.Sprintf("%s (key %s of ConfigMap %s)", variable, key, ConfigMapName)
}

// choice reads a variable that has a few values.
func choice[T ~string](e *environment, variable string, byDefault T, values ...T) T {
	words := make([]string, 0, len(values))
	for _, value := range values {
		words = append(words, string(value))
	}
	accepted := "must be " + strings.Join(words, " or ")
	text, ok := e.required(variable, accepted)
	if !ok {
		return byDefault
	}
	for _, value := range values {
		if text == string(value) {
			return value
		}
	}
	detail := ""
	if near, ok := suggest.Nearest(text, words); ok {
		detail = fmt.Sprintf("did you mean %q?", near)
	}
	e.problem(variable, text, accepted, detail)
	return byDefault
}
