package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/progress"
)

// Verb is one subcommand.
type Verb struct {
	// Name may be two words, such as "operator stop".
	Name string
	// Args and Short are for the list of verbs; a verb without Short is not listed.
	Args, Short string
	Run         func(ctx context.Context, env Env, args []string) error
}

// Env is what verbs work with. Progress goes to Stderr, so that Stdout holds only what was asked for.
type Env struct {
	Layout         layout.Layout
	Steps          *progress.Steps
	Stdout, Stderr io.Writer
}

// Main runs the verb and returns the exit status: 0, 1 when the work failed, 2 for a wrong command line.
func Main(args []string, stdout, stderr io.Writer) int {
	say := func(format string, values ...any) { _, _ = fmt.Fprintf(stderr, format+"\n", values...) }
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		usage(stdout)
		return 0
	}
	verb, rest, found := find(args)
	if !found {
		say("testbed: no verb %q; `testbed help` lists them", strings.Join(args[:min(2, len(args))], " "))
		return 2
	}
	places, err := layout.FromEnv()
	if err != nil {
		say("testbed: %v", err)
		return 1
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	err = verb.Run(ctx, Env{Layout: places, Steps: progress.New(stderr), Stdout: stdout, Stderr: stderr}, rest)
	var wrong usageError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &wrong):
		say("testbed %s: %v\nusage: testbed %s %s", verb.Name, err, verb.Name, verb.Args)
		return 2
	default:
		say("testbed %s: %v", verb.Name, err)
		return 1
	}
}

// usageError is a command line that cannot be understood.
type usageError string

func (e usageError) Error() string { return string(e) }

func verbs() []Verb {
	all := clusterVerbs()
	all = append(all, faultVerbs()...)
	all = append(all, imageVerbs()...)
	all = append(all, checkerVerbs()...)
	all = append(all, catalogueVerbs()...)
	all = append(all, operatorVerbs()...)
	return all
}

func find(args []string) (Verb, []string, bool) {
	for _, verb := range verbs() {
		words := strings.Fields(verb.Name)
		if len(args) >= len(words) && slices.Equal(words, args[:len(words)]) {
			return verb, args[len(words):], true
		}
	}
	return Verb{}, nil, false
}

func usage(out io.Writer) {
	_, _ = fmt.Fprint(out, "A real Kubernetes with real Valkey on this machine, for tests and for people.\n\n")
	table := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, verb := range verbs() {
		if verb.Short != "" {
			_, _ = fmt.Fprintf(table, "  %s %s\t%s\n", verb.Name, verb.Args, verb.Short)
		}
	}
	_ = table.Flush()
}

// parse reads flags with the standard library's messages; positional arguments must number min to max.
func parse(flags *flag.FlagSet, env Env, args []string, least, most int) ([]string, error) {
	flags.SetOutput(env.Stderr)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, usageError(err.Error())
	}
	if n := flags.NArg(); n < least || n > most {
		return nil, usageError(fmt.Sprintf("%d arguments", n))
	}
	return flags.Args(), nil
}

func newFlags(name string) *flag.FlagSet { return flag.NewFlagSet(name, flag.ContinueOnError) }
