package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/checker"
)

func checkerVerbs() []Verb {
	return []Verb{{
		Name:  "check",
		Args:  "--addresses HOST:PORT[,...] [--duration 30s] [--user U --password-file F] [--tls-ca F --tls-server-name N] [--json]",
		Short: "load a Valkey cluster with known values and report gaps, failures, redirects and losses",
		Run:   check,
	}}
}

// errNotKept says that a run did not show the cluster to keep what it had acknowledged. The report has the details.
var errNotKept = errors.New("the check found problems")

// check writes until the time is over or ctx ends; what was written is read back in either case.
func check(ctx context.Context, env Env, args []string) error {
	f := newCheckFlags()
	if _, err := parse(f.set, env, args, 0, 0); err != nil {
		return err
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	run, err := checker.Start(ctx, options)
	if err != nil {
		return err
	}
	env.Steps.Note("writing for %s", options.MaxDuration)
	run.Wait()
	env.Steps.Note("reading back")
	report := run.Stop(context.WithoutCancel(ctx))
	if err := printReport(env.Stdout, report, f.json); err != nil {
		return fmt.Errorf("printing the report: %w", err)
	}
	if len(report.Problems()) > 0 {
		return errNotKept
	}
	return nil
}

func printReport(out io.Writer, report checker.Report, asJSON bool) error {
	if !asJSON {
		return report.WriteTable(out)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}

// checkFlags are the flags of check before files are read.
type checkFlags struct {
	set                                                *flag.FlagSet
	given                                              checker.Options
	addresses, passwordFile, ca, serverName, cert, key string
	json                                               bool
}

func newCheckFlags() *checkFlags {
	f := &checkFlags{set: newFlags("check")}
	f.set.StringVar(&f.addresses, "addresses", "", "host:port of one or more nodes, separated by commas")
	f.set.DurationVar(&f.given.MaxDuration, "duration", 30*time.Second, "how long to write")
	f.set.IntVar(&f.given.MaxWrites, "writes", 0, "end after so many writes (default 5 million)")
	f.set.IntVar(&f.given.Rate, "rate", 600, "writes a second to each shard")
	f.set.IntVar(&f.given.ValueSize, "value-size", 64, "bytes of a value")
	f.set.DurationVar(&f.given.WriteTimeout, "write-timeout", time.Second, "after it a write is unknown")
	f.set.DurationVar(&f.given.VerifyWithin, "verify-within", time.Minute, "how long the reading back may take")
	f.set.BoolVar(&f.given.SkipReplicas, "skip-replicas", false, "read back from the primaries only")
	f.set.StringVar(&f.given.Username, "user", "", "ACL user")
	f.set.StringVar(&f.passwordFile, "password-file", "", "file with the password of the user")
	f.set.StringVar(&f.ca, "tls-ca", "", "file with the CA; turns TLS on")
	f.set.StringVar(&f.serverName, "tls-server-name", "", "the name that the nodes' certificates are for")
	f.set.StringVar(&f.cert, "tls-cert", "", "file with a client certificate")
	f.set.StringVar(&f.key, "tls-key", "", "file with its key")
	f.set.BoolVar(&f.json, "json", false, "print the report as JSON")
	return f
}

// options reads the files that the flags name.
func (f *checkFlags) options() (checker.Options, error) {
	options := f.given
	if f.addresses == "" {
		return options, usageError("--addresses is missing")
	}
	options.Addresses = strings.Split(f.addresses, ",")
	if f.passwordFile != "" {
		text, err := os.ReadFile(f.passwordFile)
		if err != nil {
			return options, fmt.Errorf("reading the password: %w", err)
		}
		options.Password = strings.TrimRight(string(text), "\r\n")
	}
	if f.ca == "" {
		if f.serverName != "" || f.cert != "" || f.key != "" {
			return options, usageError("the other --tls flags need --tls-ca")
		}
		return options, nil
	}
	var err error
	options.TLS, err = checker.LoadTLS(f.ca, f.serverName, f.cert, f.key)
	return options, err
}
