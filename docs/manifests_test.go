package docs_test

import (
	"bytes"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/cli"
	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/schema"
	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?\n)```")

// TestManifests reads every YAML block of the pages as the program would.
func TestManifests(t *testing.T) {
	validator, err := schema.New()
	if err != nil {
		t.Fatal(err)
	}
	configs, objects := 0, 0
	for _, page := range pages(t) {
		for _, block := range yamlBlock.FindAllStringSubmatch(read(t, page), -1) {
			documents, err := yamlnode.Parse([]byte(block[1]))
			if err != nil {
				t.Errorf("%s: %v in:\n%s", page, err, block[1])
				continue
			}
			for _, document := range documents {
				apiVersion, _ := yamlnode.GetString(document, "apiVersion")
				kind, _ := yamlnode.GetString(document, "kind")
				switch {
				case apiVersion == config.APIVersion, kind == "ConfigMap":
					configs++
					if _, err := config.Decode(yamlnode.Get(document, "")); err != nil {
						t.Errorf("%s: %v", page, err)
					}
				case strings.HasPrefix(apiVersion, v1alpha1.Group+"/"):
					objects++
					data, err := yamlnode.DecodeNode(document)
					if err != nil {
						t.Fatalf("%s: %v", page, err)
					}
					for _, v := range validator.Validate(data) {
						t.Errorf("%s: %s %s: %s", page, kind, v.Path, v.Message)
					}
				}
			}
		}
	}
	if configs < 5 || objects < 1 {
		t.Errorf("%d functionConfigs and %d objects found: the pages have more", configs, objects)
	}
}

// TestFunctionFields wants every field of the kinds on the page, and every kind
// with its own example.
func TestFunctionFields(t *testing.T) {
	page := read(t, "functions.md")
	common := section(t, page, "## Fields of every kind")
	for kind, spec := range map[string]reflect.Type{
		config.KindMenu: reflect.TypeFor[config.Menu](), config.KindTenant: reflect.TypeFor[config.Tenant](),
		config.KindRender: reflect.TypeFor[config.Render](), config.KindValidate: reflect.TypeFor[config.Validate](),
	} {
		own := section(t, page, "## "+kind)
		if !strings.Contains(own, "\nkind: "+kind+"\n") {
			t.Errorf("%s has no example", kind)
		}
		for i := range spec.NumField() {
			name, _, _ := strings.Cut(spec.Field(i).Tag.Get("json"), ",")
			if name != "" && !strings.Contains(own, "`spec."+name) {
				t.Errorf("field spec.%s of %s is not on the page", name, kind)
			}
		}
	}
	for i := range reflect.TypeFor[config.Common]().NumField() {
		name, _, _ := strings.Cut(reflect.TypeFor[config.Common]().Field(i).Tag.Get("json"), ",")
		if !strings.Contains(common, "`spec."+name) {
			t.Errorf("common field spec.%s is not on the page", name)
		}
	}
}

// TestFlags wants every flag of the commands on the page.
func TestFlags(t *testing.T) {
	page := read(t, "cli.md")
	flag := regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)`)
	short := map[string]string{"output": "-o", "verbose": "-v", "file": "-f"}
	for _, command := range []string{"validate", "render", "explain", "diff", "rules", "version"} {
		var out, errs bytes.Buffer
		if exit := cli.Main("", []string{command, "--help"}, strings.NewReader(""), &out, &errs); exit != 0 {
			t.Fatalf("%s --help: exit code %d: %s", command, exit, errs.String())
		}
		found := flag.FindAllStringSubmatch(out.String(), -1)
		if len(found) == 0 {
			t.Errorf("%s --help names no flag", command)
		}
		for _, f := range found {
			name := "--" + f[1]
			if s, ok := short[f[1]]; ok {
				name = s
			}
			if name != "--help" && !strings.Contains(page, "`"+name) {
				t.Errorf("flag %s of %s is not on the page", name, command)
			}
		}
	}
}
