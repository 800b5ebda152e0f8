package change

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// reach says whom an object of the menu reaches.
func reach(r Report, m MenuObject) string {
	switch {
	case r.Summary.Clusters == 0:
		return "no cluster is in the input"
	case len(m.Reaches) == 0:
		return "no cluster uses it"
	}
	inNamespaces := map[string]bool{}
	changed := map[impact.Effect]int{}
	kinds := map[impact.Kind]int{}
	for _, t := range m.Reaches {
		inNamespaces[t.Namespace] = true
		if kinds[t.Change]++; t.Change == impact.Changed {
			changed[t.Effect]++
		}
	}
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, text))
		}
	}
	changed[impact.None] += kinds[impact.Unchanged]
	for _, e := range impact.Effects() {
		add(changed[e], does(e, changed[e]))
	}
	add(kinds[impact.Created], isAre(kinds[impact.Created])+" created")
	add(kinds[impact.Deleted], isAre(kinds[impact.Deleted])+" deleted")
	if len(parts) == 1 {
		_, verb, _ := strings.Cut(parts[0], " ")
		return several(len(m.Reaches), len(inNamespaces)) + " " + verb
	}
	return several(len(m.Reaches), len(inNamespaces)) + ": " + strings.Join(parts, ", ")
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
