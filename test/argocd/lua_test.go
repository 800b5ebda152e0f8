package argocd

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
	"sigs.k8s.io/yaml"
)

const page = "../../docs/argocd.md"

// health is what a script answers.
type health struct{ status, message string }

// script is the Lua of the page.
func script(t *testing.T) string {
	t.Helper()
	blocks := regexp.MustCompile("(?s)```lua\n(.*?)```").FindAllStringSubmatch(read(t, page), -1)
	if len(blocks) != 1 {
		t.Fatalf("%d Lua blocks on the page, want 1", len(blocks))
	}
	return blocks[0][1]
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// judge runs the script on an object with the libraries that Argo CD opens for
// scripts that ask for no more: package, base and table.
func judge(t *testing.T, object map[string]any) health {
	t.Helper()
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	// The package library comes first: the others register themselves with it.
	for _, library := range []struct {
		name string
		open lua.LGFunction
	}{{lua.LoadLibName, lua.OpenPackage}, {lua.BaseLibName, lua.OpenBase}, {lua.TabLibName, lua.OpenTable}} {
		if err := state.CallByParam(lua.P{Fn: state.NewFunction(library.open), Protect: true}, lua.LString(library.name)); err != nil {
			t.Fatal(err)
		}
	}
	state.SetGlobal("obj", value(state, object))
	if err := state.DoString(script(t)); err != nil {
		t.Fatal(err)
	}
	table, ok := state.Get(-1).(*lua.LTable)
	if !ok {
		t.Fatalf("the script returns %s, want a table", state.Get(-1).Type())
	}
	return health{text(t, table, "status"), text(t, table, "message")}
}

func text(t *testing.T, table *lua.LTable, key string) string {
	t.Helper()
	found, ok := table.RawGetString(key).(lua.LString)
	if !ok {
		t.Fatalf("%s is %s, want a text", key, table.RawGetString(key).Type())
	}
	return string(found)
}

// value turns what JSON decodes to into what a script sees.
func value(state *lua.LState, v any) lua.LValue {
	switch v := v.(type) {
	case string:
		return lua.LString(v)
	case float64:
		return lua.LNumber(v)
	case bool:
		return lua.LBool(v)
	case []any:
		list := state.NewTable()
		for _, item := range v {
			list.Append(value(state, item))
		}
		return list
	case map[string]any:
		table := state.NewTable()
		for key, item := range v {
			table.RawSetString(key, value(state, item))
		}
		return table
	default:
		return lua.LNil
	}
}

func object(t *testing.T, text string) map[string]any {
	t.Helper()
	encoded, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var decoded map[string]any
	if err := json.Unmarshal(encoded, &decoded); err != nil {
		t.Fatal(err)
	}
	return decoded
}

// ofPage is the page's table from verdicts of kstatus to Argo CD's.
func ofPage(t *testing.T) map[string]string {
	t.Helper()
	words := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| (\w+) \| (\w+) \|`).FindAllStringSubmatch(read(t, page), -1) {
		if row[1] != "kstatus" {
			words[row[1]] = row[2]
		}
	}
	if len(words) != 4 {
		t.Fatalf("the page's table has %v, want four verdicts", words)
	}
	return words
}

// verdict is what the first line of an object of the corpus says.
func verdict(t *testing.T, name, text string) string {
	t.Helper()
	first, _, _ := strings.Cut(text, "\n")
	said, ok := strings.CutPrefix(first, "# kstatus: ")
	if !ok {
		t.Fatalf("%s begins with %q, want a verdict", name, first)
	}
	return said
}
