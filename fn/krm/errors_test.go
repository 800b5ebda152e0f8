package krm_test

import (
	"strings"
	"testing"
)

func TestExitCodes(t *testing.T) {
	broken := strings.Replace(cluster, "configRef: standard", "configRef: standart", 1)
	tests := map[string]struct {
		in         string
		wantExit   int
		wantStderr string
	}{
		"clean": {list("", image, base, role, cluster), 0, "4 objects: 0 errors"},
		"findings": {list("", image, base, role, broken), 1,
			`error VK011 ValkeyCluster team-a/cache spec.configRef: ValkeyConfig "standart" not found: did you mean "standard"?`},
		"warnings alone pass":     {list("", image, base, strings.Replace(cluster, "replicasPerShard: 1", "replicasPerShard: 0", 1), role), 0, "VK060"},
		"warnings fail on demand": {list(config("ValkeyValidate", "{failLevel: warning}"), image, base, strings.Replace(cluster, "replicasPerShard: 1", "replicasPerShard: 0", 1), role), 1, "VK060"},
		"a rule turned off":       {list(config("ValkeyValidate", "{rules: {VK011: off, UnusedMenuEntry: off}}"), image, base, role, broken), 0, "0 errors"},
		"an unknown kind": {list(config("ValkeyValidat", "{}"), image), 2,
			`functionConfig ValkeyValidat "x": kind: unknown kind "ValkeyValidat" (did you mean "ValkeyValidate"?)`},
		"an unknown field": {list(config("ValkeyValidate", "{failLevl: error}"), image), 2,
			`functionConfig ValkeyValidate "x": spec.failLevl: unknown field (did you mean "failLevel"?)`},
		"a bad value": {list(config("ValkeyRender", "{emit: everything}"), image), 2,
			`spec.emit: "everything" is not one of none, configMap, manifests`},
		"a wrong type":     {list(config("ValkeyRender", "{apply: sometimes}"), image), 2, "spec.apply: must be true or false, got string"},
		"a foreign kind":   {list("apiVersion: v1\nkind: Pod\nmetadata: {name: x}", image), 2, "is not a functionConfig of this function"},
		"a missing value":  {list(config("ValkeyMenu", "{images: [{tag: x}]}"), image), 2, "spec.images[0].version: required"},
		"sources outside":  {list(config("ValkeyValidate", "{sources: [{path: ../elsewhere}]}"), image), 2, "../elsewhere"},
		"missing sources":  {list(config("ValkeyValidate", "{sources: [{path: menu}]}"), image), 3, "menu: no such file or directory"},
		"a report outside": {list(config("ValkeyValidate", "{report: {file: ../report}}"), image, base, role, broken), 2, "spec.report.file"},
		"a report in no folder": {list(config("ValkeyValidate", "{report: {file: none/report}}"), image, base, role, cluster), 2,
			"writing the report: "},
		"a menu of nothing": {list(config("ValkeyMenu", "{}"), image), 0, `functionConfig ValkeyMenu "x" describes nothing: no object is generated`},
		"no resource list":  {"kind: Pod\n", 3, "want ResourceList"},
		"no YAML":           {"a: [", 3, "reading resource list"},
		"nothing":           {"", 3, "empty input"},
		"render of what does not resolve": {list(config("ValkeyRender", "{emit: configMap}"), image, base, role, broken), 1,
			`ValkeyCluster "team-a/cache": ValkeyConfig "standart" not found`},
		"render of what the API server refuses": {
			list(config("ValkeyRender", "{emit: configMap}"), image, base, role, strings.Replace(cluster, "shards: 3", `shards: "3"`, 1)), 1,
			"error VK001 ValkeyCluster team-a/cache spec.shards"},
		"render of a menu that it refuses": {
			list(config("ValkeyRender", "{emit: manifests}"), image, strings.Replace(base, "valkey: {", "valkey: [", 1)[:len(base)-2]+"]\n", role, cluster), 1,
			"error VK001 ValkeyConfig standard spec.valkey"},
		"render beside a warning": {
			list(config("ValkeyRender", "{emit: configMap}"), image, base, role, cluster, strings.Replace(role, "name: reader", "generateName: reader-", 1)), 0, ""},
		"render of others than it refuses": {
			list(config("ValkeyRender", "{emit: configMap, selector: {names: [other]}}"), image, base, role, strings.Replace(cluster, "shards: 3", `shards: "3"`, 1)), 0, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, stderr, exit := run(t, test.in)
			if exit != test.wantExit || !strings.Contains(stderr, test.wantStderr) {
				t.Errorf("exit code %d, want %d; standard error, want %q in it:\n%s", exit, test.wantExit, test.wantStderr, stderr)
			}
			if exit != 0 && exit != 3 {
				checkUnchanged(t, test.in, out)
			}
			if exit == 3 && !strings.HasPrefix(test.in, "apiVersion") && out != "" {
				t.Errorf("output of unreadable input:\n%s", out)
			}
		})
	}
}

// checkUnchanged demands that an error leaves the items as they came, and adds
// an error result.
func checkUnchanged(t *testing.T, in, out string) {
	t.Helper()
	before, _, _ := strings.Cut(in, "functionConfig:")
	if !strings.HasPrefix(out, before) {
		t.Errorf("the items changed:\n%s", out)
	}
	_, results, found := strings.Cut(out, "\nresults:\n")
	if !found || !strings.Contains(results, "severity: ") {
		t.Errorf("no results in the output:\n%s", out)
	}
}

func TestSuppressedFindingsDoNotFail(t *testing.T) {
	suppressed := strings.Replace(cluster, "  namespace: team-a\n",
		"  namespace: team-a\n  annotations: {valkey.gomomento.com/ignore-check.VK011: comes later}\n", 1)
	suppressed = strings.Replace(suppressed, "configRef: standard", "configRef: later", 1)
	out, stderr, exit := run(t, list("", image, base, role, suppressed))
	if exit != 0 || !strings.Contains(stderr, "1 suppressed") || strings.Contains(out, "VK011)") {
		t.Errorf("exit code %d, want 0 with one suppressed finding and no result of it:\n%s\n%s", exit, stderr, out)
	}
}

func TestHashesAreNeverReported(t *testing.T) {
	const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	bad := strings.Replace(cluster, hash, strings.ToUpper(hash), 1)
	out, stderr, exit := run(t, list("", image, base, role, bad))
	_, results, _ := strings.Cut(out, "\nresults:")
	if exit != 1 || strings.Contains(strings.ToLower(stderr+results), hash[:16]) {
		t.Errorf("exit code %d, want 1 and no part of the hash in the report:\n%s%s", exit, stderr, results)
	}
}
