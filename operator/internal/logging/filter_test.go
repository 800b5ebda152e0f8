package logging_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
)

// lowest is the lowest level at which the target logs.
func lowest(logger *slog.Logger, target string) string {
	logger = logging.WithTarget(logger, target)
	found := "off"
	for _, level := range []struct {
		name  string
		level slog.Level
	}{{"error", slog.LevelError}, {"warn", slog.LevelWarn}, {"info", slog.LevelInfo}, {"debug", slog.LevelDebug}, {"trace", logging.LevelTrace}} {
		if !logger.Enabled(context.Background(), level.level) {
			break
		}
		found = level.name
	}
	return found
}

func TestFilter(t *testing.T) {
	const cluster, node, lib, other = logging.TargetCluster, logging.TargetNode, logging.TargetRuntime, "hyper"
	tests := map[string]struct {
		filter string
		want   map[string]string // lowest level by target
		warns  string            // parts of the warnings, with | between them
	}{
		"unset":                 {"", map[string]string{cluster: "info", lib: "info", "operator": "info", other: "info"}, ""},
		"blank":                 {" , ,", map[string]string{cluster: "info"}, ""},
		"level":                 {"debug", map[string]string{cluster: "debug", lib: "debug", other: "debug"}, ""},
		"any case":              {"WaRn", map[string]string{cluster: "warn"}, ""},
		"number":                {"4", map[string]string{cluster: "debug"}, ""},
		"number for off":        {"0", map[string]string{cluster: "off"}, ""},
		"off":                   {"off", map[string]string{cluster: "off", lib: "off"}, ""},
		"target":                {"info,operator=debug", map[string]string{cluster: "debug", lib: "debug", "operator": "debug", other: "info"}, ""},
		"target before level":   {"operator::controller::cluster=trace,warn", map[string]string{cluster: "trace", node: "warn", lib: "warn"}, ""},
		"target in any case":    {"operator::controller=TRACE", map[string]string{cluster: "trace", lib: "off"}, ""},
		"most specific":         {"operator::controller::node=error,operator=debug,operator::controller=warn", map[string]string{cluster: "warn", node: "error", "operator": "debug"}, ""},
		"off for a part":        {"info,operator::lib=off", map[string]string{cluster: "info", lib: "off"}, ""},
		"library":               {"warn,operator::lib::controller-runtime=debug", map[string]string{cluster: "warn", lib: "debug", lib + "::source": "debug"}, ""},
		"only others":           {"operator::controller::acl=info", map[string]string{cluster: "off", "operator": "off"}, ""},
		"whole parts":           {"info,operator::controller::clu=trace,oper=off", map[string]string{cluster: "info"}, ""},
		"longer than a target":  {"info,operator::controller::cluster::meet=trace", map[string]string{cluster: "info"}, ""},
		"separator at the end":  {"info,operator::controller::=debug", map[string]string{cluster: "debug", "operator": "info"}, ""},
		"last of two wins":      {"debug,operator=trace,warn,operator=error", map[string]string{cluster: "error", other: "warn"}, ""},
		"target alone":          {"warn,operator::controller::cluster", map[string]string{cluster: "trace", node: "warn"}, ""},
		"target without level":  {"warn,operator::controller::cluster=", map[string]string{cluster: "trace", node: "warn"}, ""},
		"blanks":                {" info , operator::controller::node=debug ", map[string]string{cluster: "info", node: "debug"}, ""},
		"of other programs":     {"info,hyper=warn,kube_client=debug", map[string]string{cluster: "info", "kube_client": "debug"}, ""},
		"bad level":             {"warn,operator=verbose", map[string]string{cluster: "warn"}, `"operator=verbose": "verbose" is no level`},
		"only bad":              {"operator=verbose", map[string]string{cluster: "info"}, `"operator=verbose"`},
		"typing error":          {"inof", map[string]string{cluster: "info"}, `"inof"|did you mean "info"?`},
		"lone word":             {"warn,verbose", map[string]string{cluster: "warn"}, `"verbose": neither a target below operator nor a level`},
		"level as target":       {"warn,info=debug", map[string]string{cluster: "warn", "info": "warn"}, `"info" is a level and no target`},
		"no target":             {"warn,=debug", map[string]string{cluster: "warn"}, `"=debug": the target is empty`},
		"two levels":            {"warn,operator=debug=info", map[string]string{cluster: "warn"}, `"debug=info" is no level`},
		"blank in target":       {"warn,operator controller=debug", map[string]string{cluster: "warn"}, `' '`},
		"span":                  {"debug,[reconcile{a=1,b=2}]=trace", map[string]string{cluster: "debug"}, `"[reconcile{a=1,b=2}]=trace": filters on spans`},
		"span of a target":      {"operator[x]=trace,warn", map[string]string{cluster: "warn"}, "filters on spans"},
		"bracket without end":   {"debug,operator[x,warn", map[string]string{cluster: "debug"}, `"operator[x,warn"`},
		"warned once":           {"a b,a b,c d,warn", map[string]string{cluster: "warn"}, `"a b"|"c d"`},
		"nothing of ours":       {"hyper=debug", map[string]string{cluster: "off"}, `"hyper=debug" covers no target of the operator`},
		"line end in a warning": {"warn,a\nb", map[string]string{cluster: "warn"}, `"a\nb"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out, stderr bytes.Buffer
			logger := logging.New(&out, &stderr, clock, test.filter)
			got := map[string]string{}
			for target := range test.want {
				got[target] = lowest(logger, target)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("levels (-want +got):\n%s", diff)
			}
			checkWarnings(t, stderr.String(), test.warns)
		})
	}
}

// checkWarnings wants each part in some line, and no more lines than parts.
func checkWarnings(t *testing.T, warnings, parts string) {
	t.Helper()
	if parts == "" {
		if warnings != "" {
			t.Errorf("unexpected warnings: %s", warnings)
		}
		return
	}
	for part := range strings.SplitSeq(parts, "|") {
		if !strings.Contains(warnings, part) {
			t.Errorf("warnings lack %s: %s", part, warnings)
		}
		if n := strings.Count(warnings, part); n > 1 {
			t.Errorf("%d warnings with %s: %s", n, part, warnings)
		}
	}
	for line := range strings.Lines(warnings) {
		if !strings.HasPrefix(line, "valkey-operator: ") || !strings.HasSuffix(line, "\n") {
			t.Errorf("a warning is not one line: %q", line)
		}
	}
}

// TestFilterIsApplied writes lines, where TestFilter only asks.
func TestFilterIsApplied(t *testing.T) {
	logger, out := newLogger(t, "warn,operator::controller::acl=off")
	logger.Info("no")
	logging.WithTarget(logger, logging.TargetACL).Error("no")
	logger.Warn("yes")
	if line := object(t, out); line["level"] != "WARN" {
		t.Errorf("line = %v, want the warning", line)
	}
}

func TestFilterFrom(t *testing.T) {
	tests := map[string]struct {
		env  map[string]string
		want string
	}{
		"neither":         {nil, ""},
		"ours":            {map[string]string{"VALKEY_OPERATOR_LOG": "debug", "RUST_LOG": "warn"}, "debug"},
		"ours, but empty": {map[string]string{"VALKEY_OPERATOR_LOG": "", "RUST_LOG": "warn"}, "warn"},
		"the other":       {map[string]string{"RUST_LOG": "info"}, "info"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			lookup := func(key string) (string, bool) { value, ok := test.env[key]; return value, ok }
			if got := logging.FilterFrom(lookup); got != test.want {
				t.Errorf("FilterFrom = %q, want %q", got, test.want)
			}
		})
	}
}

// FuzzFilter holds that any filter gives a logger, that a warning is one line,
// and that levels nest: what logs at info also logs errors.
func FuzzFilter(f *testing.F) {
	for _, seed := range []string{"", "info", "info,operator=debug", "[a{b=c,d}]=5,=", "::=off,,operator::", "}]{[,=,="} {
		f.Add(seed, logging.TargetCluster)
	}
	f.Fuzz(func(t *testing.T, filter, target string) {
		var out, stderr bytes.Buffer
		logger := logging.WithTarget(logging.New(&out, &stderr, clock, filter), target)
		for line := range strings.Lines(stderr.String()) {
			if !strings.HasPrefix(line, "valkey-operator: ") {
				t.Errorf("filter %q: warning %q", filter, line)
			}
		}
		logger.Info("m", target, filter)
		if out.Len() > 0 {
			object(t, &out)
			if !logger.Enabled(context.Background(), slog.LevelError) {
				t.Errorf("filter %q: info without error for %q", filter, target)
			}
		}
	})
}
