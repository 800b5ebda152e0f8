package walls

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Direct returns the modules that the go.mod file in dir requires directly and
// the packages that it names as tools.
func Direct(dir string) ([]string, error) {
	out, err := goCommand(dir, "mod", "edit", "-json")
	if err != nil {
		return nil, fmt.Errorf("reading go.mod in %q: %w", dir, err)
	}
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
		Tool []struct{ Path string }
	}
	if err := json.Unmarshal([]byte(out), &mod); err != nil {
		return nil, fmt.Errorf("reading go.mod in %q: %w", dir, err)
	}
	var direct []string
	for _, r := range mod.Require {
		if !r.Indirect {
			direct = append(direct, r.Path)
		}
	}
	for _, t := range mod.Tool {
		direct = append(direct, t.Path)
	}
	return direct, nil
}

// CheckDependencyPage returns a violation for each direct dependency that has
// no complete entry on the page, and for each entry that no go.mod asks for.
// An entry is a level-three heading with the path, followed by its fields.
func CheckDependencyPage(direct []string, page string) []Violation {
	const where = "docs/dependencies.md"
	var found []Violation
	entries := map[string]string{}
	for _, section := range strings.Split("\n"+page, "\n### ")[1:] {
		heading, body, _ := strings.Cut(section, "\n")
		entries[heading] = body
		if !slices.Contains(direct, heading) {
			found = append(found, Violation{Where: where, Rule: "has an entry for " + heading + ", which no go.mod asks for"})
		}
	}
	for _, dependency := range direct {
		body, ok := entries[dependency]
		if !ok {
			found = append(found, Violation{Where: where, Rule: "has no entry for " + dependency})
			continue
		}
		for _, field := range []string{"Why:", "Considered:", "Licence:"} {
			if !strings.Contains(body, field) {
				found = append(found, Violation{Where: where, Rule: fmt.Sprintf("the entry for %s lacks %q", dependency, field)})
			}
		}
	}
	return sorted(found)
}
