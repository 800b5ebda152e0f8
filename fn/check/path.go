package check

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// shown is a path as reports write it: keys of maps stand in quotes, as
// spec.valkey["maxmemory"], and fields of objects do not. The schema engine and
// lint each have a form of their own.
func shown(path string) string {
	steps, err := yamlnode.ParsePath(path)
	if err != nil {
		return path
	}
	var text strings.Builder
	for i, step := range steps {
		if i > 0 && !step.IsIndex && isMap(steps[:i].String()) {
			fmt.Fprintf(&text, "[%q]", step.Key)
			continue
		}
		one := yamlnode.Path{step}.String()
		if i > 0 && one[0] != '[' {
			text.WriteByte('.')
		}
		text.WriteString(one)
	}
	return text.String()
}

// isMap reports whether a path leads to a map whose keys the author chooses.
func isMap(path string) bool {
	switch path {
	case "spec.valkey", "spec.podAnnotations", "spec.placement.nodeSelector", "spec.valkeySettings",
		"metadata.labels", "metadata.annotations", "data", "stringData":
		return true
	}
	return false
}
