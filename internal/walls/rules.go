package walls

import "slices"

// Module is the path of the module whose walls these are.
const Module = "github.com/valkey-menu/valkey-menu"

// Rules is everything that the import checks need to know. A path in it covers
// that package and all below it.
type Rules struct {
	// Rooms maps each room of lib (the first path element below lib) to the
	// other rooms that it may import. A room without a row is a violation, so
	// that the table stays complete.
	Rooms map[string][]string
	// LibModules are the import paths outside the standard library and outside
	// this module that lib may import directly.
	LibModules []string
	// LibDeniedStd are the packages of the standard library that bring in the
	// world: files, environment, network, clock hooks, randomness, logs.
	LibDeniedStd []string
	// LibPureStd are exceptions to LibDeniedStd: packages below a denied path
	// that only compute.
	LibPureStd []string
	// LibNeverReaches are import paths that no package of lib may have among its
	// non-test dependencies, however indirect.
	LibNeverReaches []string
	// Fences bind an import path to the folders that may import it directly.
	Fences []Fence
}

// Fence says that only packages within the named folders may import Path.
type Fence struct {
	Path   string   // import path, covering all below it
	Within []string // folders of this module
	Why    string   // short reason, printed with a violation
}

// Repository returns the rules of this repository.
func Repository() Rules {
	return Rules{
		Rooms:           rooms(),
		LibModules:      []string{"k8s.io/api", "k8s.io/apimachinery"},
		LibDeniedStd:    deniedStd(),
		LibPureStd:      []string{"net/netip", "net/url"},
		LibNeverReaches: neverReached(),
		Fences:          fences(),
	}
}

// rooms is the two columns: api <- menu <- resolve <- {render, impact, lint}
// with names, suggest, conf, acl and tlssecret as leaves, and
// slots <- topology <- plan. The columns share no row: they meet in operator.
func rooms() map[string][]string {
	belowResolve := []string{"api", "names", "suggest", "conf", "acl", "menu"}
	aboveResolve := slices.Concat(belowResolve, []string{"resolve"})
	return map[string][]string{
		"api":       nil,
		"names":     {"api"},
		"suggest":   nil,
		"tlssecret": {"api", "names"},
		"conf":      {"api", "names", "suggest"},
		"acl":       {"api", "names", "suggest"},
		"menu":      {"api", "names", "suggest"},
		"resolve":   belowResolve,
		"render":    aboveResolve,
		"impact":    aboveResolve,
		"lint":      slices.Concat(aboveResolve, []string{"tlssecret"}),

		"slots":    nil,
		"topology": {"slots"},
		"plan":     {"slots", "topology"},
	}
}

func deniedStd() []string {
	return []string{
		"crypto/rand", "database/sql", "debug", "expvar", "flag", "io/ioutil",
		"log", "math/rand", "net", "os", "path/filepath", "plugin", "runtime",
		"syscall", "testing", "unsafe",
	}
}

func neverReached() []string {
	return []string{
		"github.com/spf13/cobra",
		"github.com/valkey-io/valkey-go",
		"k8s.io/apiextensions-apiserver",
		"k8s.io/apiserver",
		"k8s.io/client-go",
		"sigs.k8s.io/controller-runtime",
		"sigs.k8s.io/kustomize",
		Module + "/fn",
		Module + "/operator",
	}
}

func fences() []Fence {
	return []Fence{
		{"sigs.k8s.io/kustomize", []string{"fn"}, "kyaml and kustomize stay in fn"},
		{"sigs.k8s.io/kustomize/api", []string{"fn/overlay"}, "one room builds overlays"},
		{"github.com/spf13/cobra", []string{"fn/cli"}, "the command line is one room"},
		{"github.com/valkey-io/valkey-go", []string{"operator/internal/valkeyconn", "operator/internal/servertest"}, "one room talks to Valkey, the other runs it for tests"},
		{"sigs.k8s.io/controller-runtime", []string{"operator"}, "only the operator has a live cluster"},
		{"k8s.io/client-go", []string{"operator"}, "only the operator has a live cluster"},
		{Module + "/fn", []string{"fn"}, "fn and operator never import each other"},
		{Module + "/operator", []string{"operator"}, "fn and operator never import each other"},
		{Module + "/operator/internal/logging", loops(), "only the loops log"},
		{Module + "/operator/internal/events", loops(), "only the loops emit Events"},
		{Module + "/operator/internal/metrics", loops(), "only the loops count"},
		{Module + "/lib/slots", []string{"lib", "operator"}, "the two columns meet only in operator"},
		{Module + "/lib/topology", []string{"lib", "operator"}, "the two columns meet only in operator"},
		{Module + "/lib/plan", []string{"lib", "operator"}, "the two columns meet only in operator"},
	}
}

// loops are the rooms that know what a pass is worth telling; all below them return
// values and errors.
func loops() []string { return []string{"operator/internal/controller", "operator/internal/run"} }
