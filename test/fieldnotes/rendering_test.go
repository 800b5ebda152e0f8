package fieldnotes_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	valkeyconf "github.com/valkey-menu/valkey-menu/lib/conf"
)

// TestRendering is what the notes tell about valkey.conf, by their numbers. Not
// here: E3 (an operator's CONFIG SET), E12 (golden files of lib/render), E24 (a
// setting is a text in our API; E5 and E6 are its forms), E25 (docs).
func TestRendering(t *testing.T) {
	tests := map[string]struct {
		key, value, version, memory, want, message string
	}{
		"E1: a name out of nothing": {key: "ACTOKEY", value: "ACTOSTRING", want: "warning VK030", message: "refuses to start"},
		"E1: a misspelling":         {key: "maxmemmory", value: "1gb", want: "warning VK030", message: `did you mean "maxmemory"?`},
		"E1: a name of 9.1 on 9.0":  {key: "cluster-config-save-behavior", value: "sync", version: "9.0.1", want: "error VK039", message: "it came with 9.1"},
		"E2: a folder":              {key: "dir", value: "/data", want: "warning VK031", message: `"/var/lib/valkey"`},
		"E2: the ACL file":          {key: "aclfile", value: "/x", want: "error VK037"},
		"E2: cluster mode":          {key: "cluster-enabled", value: "no", want: "warning VK031", message: `"yes"`},
		"E2: TLS":                   {key: "tls-port", value: "6380", want: "error VK037"},
		"E5: too few arguments":     {key: "client-output-buffer-limit", value: "normal 0 0", want: "error VK036"},
		"E6: lines of a list":       {key: "save", value: "900 1\n300 10", want: "error VK038", message: "on one line"},
		"E7: a command in use":      {key: "rename-command", value: `CLUSTER ""`, want: "error VK049"},
		"E8: a fraction":            {key: "maxmemory", value: "0.9", want: "error VK035"},
		"E8: a percentage":          {key: "maxmemory", value: "90%", want: "error VK035"},
		"E9: half the limit":        {key: "maxmemory", value: "4gb", memory: "8Gi", want: "accept"},
		"E9: 80 % of the limit":     {key: "maxmemory", value: "6553mb", memory: "8Gi", want: "accept"},
		"E9: more":                  {key: "maxmemory", value: "6554mb", memory: "8Gi", want: "warning VK033"},
		"E9: none":                  {key: "maxmemory", value: "0", memory: "8Gi", want: "warning VK033"},
		"E9: the limit in decimal":  {key: "maxmemory", value: "8gb", memory: "8G", want: "error VK032"},
		"E10: a Valkey unit":        {key: "maxmemory", value: "40gb", want: "accept"},
		"E11: a Kubernetes unit":    {key: "maxmemory", value: "1Gi", want: "error VK035", message: `did you mean "1gb"?`},
		// 9.1.2: "Bad directive or wrong number of arguments".
		"E13: a colon behind the name":                 {key: "maxmemory:", value: "350mb", want: "warning VK030", message: `did you mean "maxmemory"?`},
		"E14: a space in the name":                     {key: "maxmemory 1gb", value: "x", want: "warning VK030"},
		"E14: a line in the value":                     {key: "maxmemory", value: "1gb\nuser evil on nopass ~* +@all", want: "error VK038"},
		"E14: a NUL in the value":                      {key: "maxmemory", value: "1gb\x00", want: "error VK038"},
		"E16: a word of 9.0 on 8.1":                    {key: "shutdown-on-sigterm", value: "nosave failover", version: "8.1.1", want: "error VK036"},
		"E16: the same on 9.0":                         {key: "shutdown-on-sigterm", value: "nosave failover", version: "9.0.1", want: "accept"},
		"E20: a TLS directive of 9.1":                  {key: "tls-auto-reload-interval", value: "60", version: "9.0.1", want: "error VK037"},
		"E20: a word of 9.1 on a version that is none": {key: "log-format", value: "json", version: "our-build", want: "error VK036"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := world{version: test.version, memory: test.memory, valkey: map[string]string{test.key: test.value}}
			if got, message := verdict(t, w, test.key); got != test.want || !strings.Contains(message, test.message) {
				t.Errorf("verdict %q (%s), want %q with %q in the message", got, message, test.want, test.message)
			}
		})
	}
}

// TestMemoryLimit is the other half of E11: a Valkey size where Kubernetes reads.
func TestMemoryLimit(t *testing.T) {
	i := slices.IndexFunc(validate(t, world{memory: "1gb"}.yaml()), func(f finding) bool {
		return f.String() == "error VK034" && f.Path == "spec.resources.memory" && strings.Contains(f.Message, `did you mean "1Gi"?`)
	})
	if i < 0 {
		t.Error("1gb as a memory limit is not refused with 1Gi as a suggestion")
	}
}

// TestDowngrade is E18: the change needs the state before, and a build that is
// new on an old version is warned of for itself.
func TestDowngrade(t *testing.T) {
	before := filepath.Join(t.TempDir(), "before.yaml")
	if err := os.WriteFile(before, []byte(world{version: "9.1.2"}.yaml()), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct{ version, want string }{
		"to 8.1":         {"8.1.1", "warning VK054"},
		"to 9.0":         {"9.0.1", "warning VK054"},
		"to the same":    {"9.1.2", ""},
		"to a higher":    {"9.2.0", ""},
		"of a patch":     {"9.1.1", ""},
		"to a word only": {"our-build", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := ""
			for _, f := range validate(t, world{version: test.version}.yaml(), "--against", before) {
				if f.Rule == "VK054" {
					got = f.String()
				}
			}
			if got != test.want {
				t.Errorf("verdict %q, want %q", got, test.want)
			}
		})
	}
}

// TestValuesAreQuoted is E4, E15 and row 27 of the settings: each value comes
// back from the server as it was written. 9.1.2 refuses "logfile my log.txt" with
// "wrong number of arguments".
func TestValuesAreQuoted(t *testing.T) {
	tests := map[string]struct{ key, value, want string }{
		"nothing":                 {"save", "", `save ""`},
		"spaces":                  {"proc-title-template", "{title} my log.txt", `proc-title-template "{title} my log.txt"`},
		"quotes and backslashes":  {"proc-title-template", `abc" def\#ghi`, `proc-title-template "abc\" def\\#ghi"`},
		"a comment in front":      {"proc-title-template", "#1", `proc-title-template "#1"`},
		"not ASCII":               {"proc-title-template", "é", `proc-title-template "\xc3\xa9"`},
		"a list in one argument":  {"save", `"900 1"`, `save "900 1"`},
		"a name with a space":     {"maxmemory 1gb", "x", `"maxmemory 1gb" x`},
		"a name that is no name":  {"maxmemory:", "350mb", "maxmemory: 350mb"},
		"other case, as it reads": {"MaxMemory", "1gb", "maxmemory 1gb"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			all := conf(t, world{valkey: map[string]string{test.key: test.value}})
			if !slices.Contains(all, test.want) {
				t.Errorf("no line %s in\n%s", test.want, strings.Join(all, "\n"))
			}
		})
	}
	if got, want := valkeyconf.Line("logfile", []string{"my log.txt"}), `logfile "my log.txt"`; got != want {
		t.Errorf("a log file is written %s, want %s", got, want)
	}
}

// TestOrderAndSpaceAreNoChange is E17 and E23: the text that is rendered and
// compared does not depend on how a value is spaced or quoted, and no other
// difference is lost.
func TestOrderAndSpaceAreNoChange(t *testing.T) {
	of := func(save string) []string {
		return conf(t, world{valkey: map[string]string{"save": save, "hz": "10", "timeout": "5", "maxmemory": "1gb"}})
	}
	want := of("900 1 300 10")
	for _, same := range []string{"900  1 300 10", ` 900 1 300 "10" `} {
		if diff := cmp.Diff(want, of(same)); diff != "" {
			t.Errorf("%q is another text (-want +got):\n%s", same, diff)
		}
	}
	for _, other := range []string{"300 10 900 1", "", "900 1"} {
		if cmp.Equal(want, of(other)) {
			t.Errorf("%q is the same text", other)
		}
	}
	if got := lines(want, "hz"); !slices.IsSorted(want[slices.Index(want, "maxmemory 1gb"):slices.Index(want, "timeout 5")]) || len(got) != 1 {
		t.Errorf("the lines are not sorted: %q", want)
	}
}

// TestNoSpellingPasses is E19 and E21: for every directive of every version, the
// verdict on a name is that on its lower-case form and on each of its aliases.
func TestNoSpellingPasses(t *testing.T) {
	groups := spellings()
	if len(groups) < 200 {
		t.Fatalf("only %d directives", len(groups))
	}
	verdicts := map[string]string{} // by spelling
	for round := 0; len(verdicts) < count(groups); round++ {
		for batch := range slices.Chunk(slices.Sorted(maps.Keys(groups)), 200) { // a config holds 512 settings
			judge(t, groups, batch, round, verdicts)
		}
	}
	for name, spelled := range groups {
		for _, spelling := range spelled {
			if verdicts[spelling] != verdicts[name] {
				t.Errorf("%s is judged %s, and %s is judged %s", spelling, verdicts[spelling], name, verdicts[name])
			}
		}
		if got := verdicts[name]; valkeyconf.IsManaged(name) && got != "[error VK037]" {
			t.Errorf("%s is managed and judged %s", name, got)
		}
		if got := verdicts[name]; valkeyconf.IsForced(name, false) && !valkeyconf.IsManaged(name) && got != "[warning VK031]" {
			t.Errorf("%s is forced and judged %s", name, got)
		}
	}
}

// spellings are the names of every directive of every version: the canonical one
// first, the aliases, and both in capitals and with one.
func spellings() map[string][]string {
	groups := map[string][]string{}
	for _, version := range valkeyconf.Versions() {
		for _, d := range valkeyconf.For(version).Directives() {
			name := valkeyconf.Canonical(d.Name)
			for _, alias := range append([]string{name, d.Name}, valkeyconf.Spellings(d.Name)...) {
				for _, spelling := range []string{alias, strings.ToUpper(alias), strings.ToUpper(alias[:1]) + alias[1:]} {
					if !slices.Contains(groups[name], spelling) {
						groups[name] = append(groups[name], spelling)
					}
				}
			}
		}
	}
	return groups
}

func count(groups map[string][]string) int {
	n := 0
	for _, spelled := range groups {
		n += len(spelled)
	}
	return n
}

// judge notes the verdicts on one spelling each of some directives: two of one
// directive in one config would be a fault of their own.
func judge(t *testing.T, groups map[string][]string, names []string, round int, verdicts map[string]string) {
	t.Helper()
	const value = "maybe" // wrong for nearly all of them
	settings := map[string]string{}
	for _, name := range names {
		if round < len(groups[name]) {
			settings[groups[name][round]] = value
		}
	}
	found := validate(t, world{valkey: settings}.yaml())
	for key := range settings {
		verdicts[key] = fmt.Sprint(about(found, key))
	}
}

// TestTwoSpellingsAreOneLine is E22, in one map and along the chain.
func TestTwoSpellingsAreOneLine(t *testing.T) {
	w := world{valkey: map[string]string{"MaxMemory": "1gb", "maxmemory": "2gb"}}
	if got, message := verdict(t, w, "MaxMemory"); got != "error VK074" || !strings.Contains(message, `the value of "maxmemory" counts`) {
		t.Errorf("verdict %q (%s), want an error that names what counts", got, message)
	}
	for name, w := range map[string]world{
		"the child in capitals": {base: map[string]string{"maxmemory": "1gb"}, valkey: map[string]string{"MAXMEMORY": "2gb"}},
		"the base in capitals":  {base: map[string]string{"MAXMEMORY": "1gb"}, valkey: map[string]string{"maxmemory": "2gb"}},
	} {
		if got := lines(conf(t, w), "maxmemory"); !slices.Equal(got, []string{"maxmemory 2gb"}) {
			t.Errorf("%s: rendered %q, want the child's value on one line", name, got)
		}
	}
	aliases := world{base: map[string]string{"repl-ping-slave-period": "5"}, valkey: map[string]string{"repl-ping-replica-period": "7"}}
	if got := lines(conf(t, aliases), "repl-ping-replica-period"); !slices.Equal(got, []string{"repl-ping-replica-period 7"}) {
		t.Errorf("aliases along a chain: rendered %q", got)
	}
}
