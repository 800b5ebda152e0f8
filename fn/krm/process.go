package krm

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/source"
)

// Exit codes of a function.
const (
	ExitOK         = 0
	ExitFindings   = 1
	ExitConfig     = 2
	ExitUnreadable = 3
	ExitInternal   = 4
)

// Env is what a run may know of the world.
type Env struct {
	// Root is the folder of the kustomization that lists the function; sources
	// lie below it.
	Root string
	// Version of the program, for the marker annotation.
	Version string
	// Stderr gets the readable report: kustomize prints no results.
	Stderr io.Writer
}

// complain writes one line to standard error. Where that fails nobody is left to
// be told; the exit code still says it.
func (e Env) complain(text string) {
	_, _ = fmt.Fprintf(e.Stderr, "valkey-menu: %s\n", text)
}

// Run processes one ResourceList and returns what belongs on standard output
// and the exit code. The output is empty only if the input could not be read.
func Run(in []byte, env Env) (out []byte, exit int) {
	list, err := resourcelist.Read(in)
	if err != nil {
		env.complain(err.Error())
		return nil, ExitUnreadable
	}
	exit = guarded(list, env)
	if exit != ExitOK {
		list.Reset()
	}
	out, err = list.Write()
	if err != nil {
		env.complain("writing the resource list: " + err.Error())
		return in, ExitInternal
	}
	return out, exit
}

// guarded turns a panic into an error, so that the items survive a fault of
// this program.
func guarded(list *resourcelist.ResourceList, env Env) (exit int) {
	defer func() {
		if cause := recover(); cause != nil {
			exit = fail(list, env, ExitInternal, fmt.Errorf("internal error, please report it: %v", cause))
		}
	}()
	return process(list, env)
}

func process(list *resourcelist.ResourceList, env Env) int {
	c, err := config.Decode(list.FunctionConfig())
	if err != nil {
		return fail(list, env, ExitConfig, err)
	}
	validator, err := schema.New()
	if err != nil {
		return fail(list, env, ExitInternal, err)
	}
	r := &run{list: list, env: env, config: c, validator: validator}
	switch {
	case c.Menu != nil:
		err = r.menu()
	case c.Tenant != nil:
		err = r.tenant()
	case c.Render != nil:
		err = r.render()
	default:
		err = r.validate()
	}
	if err == nil {
		return ExitOK
	}
	var findings *findingsError
	if errors.As(err, &findings) {
		return ExitFindings
	}
	return fail(list, env, exitOf(err), err)
}

// exitOf tells a bad functionConfig and unreadable input from everything else
// that keeps a run from its end, which is a finding about the items.
func exitOf(err error) int {
	var unreadable source.Errors
	var item *itemError
	var impossible *configError
	switch {
	case errors.Is(err, source.ErrUsage), errors.As(err, &impossible):
		return ExitConfig
	case errors.As(err, &unreadable), errors.As(err, &item):
		return ExitUnreadable
	}
	return ExitFindings
}

// run is one call of the function with a config that could be read.
type run struct {
	list      *resourcelist.ResourceList
	env       Env
	config    *config.Config
	validator *schema.Validator
	// items by identity, built when first needed.
	items map[[4]string]*resourcelist.Item
}

// findingsError ends a run whose report is written already.
type findingsError struct{ summary report.Summary }

func (e *findingsError) Error() string { return e.summary.String() }

// fail reports an error that is no finding about an object: one result, and
// the same text on standard error.
func fail(list *resourcelist.ResourceList, env Env, exit int, err error) int {
	for line := range strings.Lines(err.Error()) {
		env.complain(strings.TrimRight(line, "\n"))
	}
	if err := list.AddResults(errorResult(err)); err != nil {
		env.complain("adding results: " + err.Error())
	}
	return exit
}
