package cli_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/cli"
)

// outcome is what a run leaves behind.
type outcome struct {
	exit     int
	out, err string
}

func run(stdin string, args ...string) outcome {
	var out, errs bytes.Buffer
	exit := cli.Main("v1.2.3", args, strings.NewReader(stdin), &out, &errs)
	return outcome{exit, out.String(), errs.String()}
}

// read is the text of files, as one stream of documents.
func read(t testing.TB, names ...string) string {
	t.Helper()
	texts := make([]string, len(names))
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	return strings.Join(texts, "---\n")
}

func good(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/good/*/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixture: %v", err)
	}
	return names
}

const (
	okCluster    = "apiVersion: valkey.gomomento.com/v1alpha1\nkind: ValkeyCluster\nmetadata: {name: lonely}\nspec: {configRef: missing, shards: 3, replicasPerShard: 1}\n"
	configMap    = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: foreign}\n"
	resourceList = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: foreign}\n"
)

func TestExitCodes(t *testing.T) {
	tests := map[string]struct {
		stdin string
		args  []string
		want  int
		err   string // a part of standard error
	}{
		"function":              {resourceList, nil, 0, ""},
		"function by name":      {resourceList, []string{"fn"}, 0, ""},
		"function, nothing":     {"", nil, 3, "empty input"},
		"function, no list":     {configMap, []string{"fn"}, 3, "valkey-menu: "},
		"clean":                 {"", []string{"validate", "testdata/good"}, 0, ""},
		"nothing of ours":       {configMap, []string{"validate", "-"}, 0, "no object of valkey.gomomento.com"},
		"findings":              {"", []string{"validate", "testdata/broken"}, 1, ""},
		"warnings":              {"", []string{"validate", "--fail-level", "warning", "testdata/good"}, 1, ""},
		"findings, never":       {"", []string{"validate", "--fail-level", "never", "testdata/broken"}, 0, ""},
		"external":              {okCluster, []string{"validate", "--external", "error", "-"}, 1, ""},
		"external ignored":      {okCluster, []string{"validate", "--external", "ignore", "-"}, 0, ""},
		"rule by name":          {okCluster, []string{"validate", "--external", "error", "--rule", "configNotFound=off", "-"}, 0, ""},
		"against, broken":       {"", []string{"validate", "--against", "testdata/good", "testdata/changed"}, 1, ""},
		"render":                {"", []string{"render", "testdata/good"}, 0, ""},
		"render nothing":        {configMap, []string{"render", "-"}, 0, "no ValkeyCluster"},
		"render no menu":        {configMap, []string{"render", "--what", "menu", "-"}, 0, "no ValkeyImage"},
		"render broken":         {"", []string{"render", "testdata/broken"}, 1, "all.yaml:7:8: error VK071"},
		"render one of broken":  {okCluster, []string{"render", "-"}, 1, "stdin:4:19: error VK011"},
		"explain broken":        {"", []string{"explain", "cluster", "team-a/cache", "-f", "testdata/broken"}, 1, "VK011"},
		"differences":           {"", []string{"diff", "testdata/good", "testdata/changed"}, 1, ""},
		"no difference":         {"", []string{"diff", "testdata/good", "testdata/good"}, 0, ""},
		"differences, rolling":  {"", []string{"diff", "--fail-on", "rolling", "testdata/good", "testdata/changed"}, 1, ""},
		"differences, rejected": {"", []string{"diff", "--fail-on", "rejected", "testdata/good", "testdata/changed"}, 1, ""},
		"differences, never":    {"", []string{"diff", "--fail-on", "never", "testdata/good", "testdata/changed"}, 0, ""},
		"diff with errors":      {"", []string{"diff", "--fail-on", "never", "testdata/good", "testdata/broken"}, 1, "VK001"},
		"diff from errors":      {"", []string{"diff", "--fail-on", "never", "testdata/broken", "testdata/good"}, 0, "BASE has"},
		"rules":                 {"", []string{"rules"}, 0, ""},
		"version":               {"", []string{"version"}, 0, ""},
		"help":                  {"", []string{"help", "render"}, 0, ""},
		"completion":            {"", []string{"completion", "bash"}, 0, ""},

		"unknown command":         {"", []string{"validat"}, 2, `unknown command "validat" (did you mean "validate"?)`},
		"unknown topic":           {"", []string{"help", "rendr"}, 2, `did you mean "render"?`},
		"unknown shell":           {"", []string{"completion", "bahs"}, 2, `unknown command "bahs"`},
		"unknown flag":            {"", []string{"render", "--clustre", "x", "."}, 2, "unknown flag --clustre (did you mean --cluster?)"},
		"unknown short flag":      {"", []string{"-x"}, 2, "'x'"},
		"flag without a value":    {"", []string{"render", "--what"}, 2, "what"},
		"argument too many":       {"", []string{"rules", "VK001"}, 2, "rules takes no argument"},
		"no path":                 {"", []string{"validate"}, 2, "validate needs a file"},
		"no path to render":       {"", []string{"render"}, 2, "render needs a file"},
		"a kustomization":         {"", []string{"validate", "testdata/kustomization.yaml"}, 2, "built first"},
		"standard input twice":    {configMap, []string{"validate", "-", "-"}, 2, "once only"},
		"against standard input":  {configMap, []string{"validate", "--against", "-", "-"}, 2, "once only"},
		"unknown format":          {"", []string{"validate", "-o", "jsno", "testdata/good"}, 2, `did you mean "json"?`},
		"two formats on stdout":   {"", []string{"validate", "-o", "text", "-o", "json", "testdata/good"}, 2, "only one format"},
		"a format without a file": {"", []string{"validate", "-o", "json=", "testdata/good"}, 2, "the file is missing"},
		"a file in no folder":     {"", []string{"validate", "-o", "json=testdata/none/report.json", "testdata/good"}, 2, "no such file"},
		"fail level":              {"", []string{"validate", "--fail-level", "info", "testdata/good"}, 2, "--fail-level"},
		"external level":          {"", []string{"validate", "--external", "info", "testdata/good"}, 2, "ignore, warning, error"},
		"unknown rule":            {"", []string{"validate", "--rule", "VK31=off", "testdata/good"}, 2, `did you mean "VK031"?`},
		"rule without severity":   {"", []string{"validate", "--rule", "VK031", "testdata/good"}, 2, "VK031=off"},
		"rule severity":           {"", []string{"validate", "--rule", "VK031=fatal", "testdata/good"}, 2, "fatal"},
		"an empty file":           {"", []string{"validate", "testdata/empty.yaml"}, 3, "testdata/empty.yaml: error: no object in this file"},
		"against an empty file":   {"", []string{"validate", "--against", "testdata/empty.yaml", "testdata/good"}, 3, "no object in this file"},
		"passthrough of files":    {"", []string{"validate", "--passthrough", "testdata/good"}, 2, "it needs either - as a path or --kustomize"},
		"a file twice":            {"", []string{"validate", "-o", "json=a", "-o", "text=a", "testdata/good"}, 2, "-o text=a: the file is given twice"},
		"cluster domain":          {"", []string{"render", "--cluster-domain", "a b", "testdata/good"}, 2, `--cluster-domain: "a b" is not a DNS domain`},
		"base folder":             {"", []string{"validate", "--base-dir", "testdata/none", "testdata/good"}, 2, `--base-dir: "testdata/none" is not a folder`},
		"base file":               {"", []string{"validate", "--base-dir", "main_test.go", "testdata/good"}, 2, "is not a folder"},
		"pod user":                {"", []string{"validate", "--pod-user", "root", "testdata/good"}, 2, "--pod-user"},
		"zone spread":             {"", []string{"render", "--default-zone-spread", "some", "testdata/good"}, 2, "bestEffort, required"},
		"unknown what":            {"", []string{"render", "--what", "conff", "testdata/good"}, 2, "--what"},
		"unknown cluster":         {"", []string{"render", "--cluster", "team-a/cahe", "testdata/good"}, 2, `did you mean "team-a/cache"?`},
		"no such cluster":         {"", []string{"render", "--cluster", "elsewhere", "testdata/good"}, 2, "there is team-a/cache, team-b/sessions"},
		"no cluster at all":       {configMap, []string{"render", "--cluster", "a/b", "-"}, 2, "no cluster in the input"},
		"conf as json":            {"", []string{"render", "--what", "conf", "-o", "json", "testdata/good"}, 2, "conf is text"},
		"folder without a name":   {"", []string{"render", "-o", "dir=", "testdata/good"}, 2, "the folder is missing"},
		"unknown output":          {"", []string{"render", "-o", "toml", "testdata/good"}, 2, "toml"},
		"explain nothing":         {"", []string{"explain"}, 2, "explain needs"},
		"explain too much":        {"", []string{"explain", "VK001", "VK002"}, 2, "one rule or field"},
		"explain cluster":         {"", []string{"explain", "cluster"}, 2, "NAMESPACE/NAME"},
		"explain with paths":      {"", []string{"explain", "cluster", "a", "hz", "testdata"}, 2, "-f testdata"},
		"explain unknown rule":    {"", []string{"explain", "VK31"}, 2, `did you mean "VK031"?`},
		"explain unknown kind":    {"", []string{"explain", "ValkeyConfg"}, 2, `did you mean "ValkeyConfig"?`},
		"explain unknown field":   {"", []string{"explain", "ValkeyCluster.spec.shard"}, 2, `did you mean "shards"?`},
		"explain directive":       {"", []string{"explain", "cluster", "cache", "maxmemroy", "-f", "testdata/good"}, 2, `did you mean "maxmemory"?`},
		"diff of one":             {"", []string{"diff", "testdata/good"}, 2, "BASE and HEAD"},
		"diff of two inputs":      {"", []string{"diff", "-", "-"}, 2, "not both"},
		"diff format":             {"", []string{"diff", "-o", "html", "a", "b"}, 2, "html"},
		"fail on":                 {"", []string{"diff", "--fail-on", "topology", "a", "b"}, 2, "--fail-on"},

		"no such file":     {"", []string{"validate", "testdata/none"}, 3, "testdata/none: error: no such file"},
		"bad syntax":       {"a: [", []string{"validate", "-"}, 3, "stdin:1:"},
		"no object":        {"- 1", []string{"validate", "-"}, 3, "not a Kubernetes object"},
		"empty input":      {"", []string{"validate", "-"}, 3, "no object"},
		"against nothing":  {"", []string{"validate", "--against", "testdata/none", "testdata/good"}, 3, "testdata/none"},
		"render no file":   {"", []string{"render", "testdata/none"}, 3, "testdata/none"},
		"explain no file":  {"", []string{"explain", "cluster", "a", "-f", "testdata/none"}, 3, "testdata/none"},
		"diff no file":     {"", []string{"diff", "testdata/none", "testdata/good"}, 3, "testdata/none"},
		"part is unparsed": {okCluster + "---\na: [", []string{"validate", "-"}, 3, "stdin:"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := run(test.stdin, test.args...)
			if got.exit != test.want {
				t.Errorf("exit code %d, want %d: %s", got.exit, test.want, got.err)
			}
			if !strings.Contains(got.err, test.err) {
				t.Errorf("standard error lacks %q: %s", test.err, got.err)
			}
			if test.want == 2 && (!strings.Contains(got.err, "--help") || got.out != "" || strings.Count(got.err, "\n") != 2) {
				t.Errorf("a usage error is one line and how to get help, got %q and %q", got.out, got.err)
			}
		})
	}
}

// closedPipe is a standard output whose reader has gone.
type closedPipe struct{ after int }

var errClosed = errors.New("write |1: broken pipe")

func (p *closedPipe) Write(b []byte) (int, error) {
	if len(b) > p.after {
		return p.after, errClosed
	}
	p.after -= len(b)
	return len(b), nil
}

func TestClosedPipe(t *testing.T) {
	commands := map[string]struct {
		stdin string
		args  []string
	}{
		"function":    {resourceList, nil},
		"validate":    {"", []string{"validate", "testdata/good"}},
		"json":        {"", []string{"validate", "-o", "json", "testdata/good"}},
		"passthrough": {configMap, []string{"validate", "--passthrough", "-"}},
		"render":      {"", []string{"render", "testdata/good"}},
		"explain":     {"", []string{"explain", "VK001"}},
		"cluster":     {"", []string{"explain", "cluster", "cache", "-f", "testdata/good"}},
		"diff":        {"", []string{"diff", "testdata/good", "testdata/changed"}},
		"rules":       {"", []string{"rules"}},
		"version":     {"", []string{"version"}},
	}
	for name, c := range commands {
		for _, after := range []int{0, 7} {
			var errs bytes.Buffer
			exit := cli.Main("v1", c.args, strings.NewReader(c.stdin), &closedPipe{after}, &errs)
			if exit != 4 || !strings.Contains(errs.String(), "broken pipe") {
				t.Errorf("%s after %d bytes: exit code %d, %q, want 4 and the cause", name, after, exit, errs.String())
			}
		}
	}
}

// brokenReader fails as a disk would.
type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("input/output error") }

func TestUnreadableInput(t *testing.T) {
	for _, args := range [][]string{nil, {"fn"}, {"validate", "-"}, {"render", "-"}} {
		var out, errs bytes.Buffer
		if exit := cli.Main("v1", args, brokenReader{}, &out, &errs); exit != 3 || !strings.Contains(errs.String(), "input/output error") {
			t.Errorf("%v: exit code %d, %q", args, exit, errs.String())
		}
	}
}

// panickingReader stands for a fault of the program.
type panickingReader struct{}

func (panickingReader) Read([]byte) (int, error) { panic("a fault") }

func TestPanicIsAnInternalError(t *testing.T) {
	for _, args := range [][]string{nil, {"validate", "-"}} {
		var out, errs bytes.Buffer
		if exit := cli.Main("v1", args, panickingReader{}, &out, &errs); exit != 4 || !strings.Contains(errs.String(), "internal error, please report it: a fault") {
			t.Errorf("%v: exit code %d, %q", args, exit, errs.String())
		}
	}
}

func TestVersion(t *testing.T) {
	if got := run("", "version"); !strings.HasPrefix(got.out, "valkey-menu v1.2.3 (go1.") || got.err != "" {
		t.Errorf("version prints %q and %q", got.out, got.err)
	}
	var out, errs bytes.Buffer
	if cli.Main("", []string{"version"}, strings.NewReader(""), &out, &errs); strings.Contains(out.String(), "valkey-menu  (") {
		t.Errorf("without a linked version it prints %q", out.String())
	}
}

// The null device is no person: a function that is called with it has lost its
// input.
func TestNullDeviceIsNoTerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = null.Close() })
	var out, errs bytes.Buffer
	if exit := cli.Main("v1", nil, null, &out, &errs); exit != 3 || out.Len() > 0 {
		t.Errorf("exit code %d, %q, want 3 and nothing", exit, out.String())
	}
}
