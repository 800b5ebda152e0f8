package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// configMapKeys are the flat keys of a ConfigMap as functionConfig, with what
// each sets. action comes first, since it decides which kind the others fill.
func configMapKeys() map[string]func(*Config, string) error {
	validate := func(set func(*Validate, string)) func(*Config, string) error {
		return func(c *Config, v string) error {
			if c.Validate == nil {
				return fmt.Errorf("belongs to action validate")
			}
			set(c.Validate, v)
			return nil
		}
	}
	return map[string]func(*Config, string) error{
		"clusterDomain":     func(c *Config, v string) error { c.Common().ClusterDomain = v; return nil },
		"defaultZoneSpread": func(c *Config, v string) error { c.Common().DefaultZoneSpread = v1alpha1.ZoneSpread(v); return nil },
		"podUser":           setPodUser,
		"emit":              setEmit,
		"failLevel":         validate(func(s *Validate, v string) { s.FailLevel = v }),
		"external":          validate(func(s *Validate, v string) { s.External = v }),
		"rules":             validate(func(s *Validate, v string) { s.Rules = ruleList(v) }),
	}
}

func setPodUser(c *Config, text string) error {
	user, err := ParsePodUser(text)
	c.Common().PodUser = &user
	return err
}

func setEmit(c *Config, text string) error {
	if c.Render == nil {
		return fmt.Errorf("belongs to action render")
	}
	c.Render.Emit = Emit(text)
	return nil
}

// ruleList reads "VK031=off,VK050=error".
func ruleList(text string) map[string]string {
	rules := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		id, severity, _ := strings.Cut(strings.TrimSpace(part), "=")
		rules[id] = severity
	}
	return rules
}

// decodeConfigMap reads data.action (validate, which is the default, or
// render) and the flat keys that belong to it. An empty ConfigMap, which some
// orchestrators pass when there is no config, asks for validation.
func decodeConfigMap(node *yaml.Node, c *Config) []Problem {
	decoded, err := yamlnode.DecodeNode(node)
	if err != nil {
		return []Problem{{Message: err.Error()}}
	}
	data, _ := decoded["data"].(map[string]any)
	switch action := fmt.Sprint(data["action"]); action {
	case "validate", "<nil>":
		c.Validate = &Validate{}
	case "render":
		c.Render = &Render{}
	default:
		return []Problem{{Path: "data.action", Message: fmt.Sprintf("%q is not validate or render", action)}}
	}
	var problems []Problem
	keys := configMapKeys()
	for _, key := range slices.Sorted(maps.Keys(data)) {
		if key == "action" {
			continue
		}
		set, known := keys[key]
		if !known {
			problems = append(problems, unknownKey(key, slices.Sorted(maps.Keys(keys))))
			continue
		}
		if err := set(c, fmt.Sprint(data[key])); err != nil {
			problems = append(problems, Problem{Path: "data." + key, Message: err.Error()})
		}
	}
	return problems
}

func unknownKey(key string, known []string) Problem {
	message := "unknown key (known: action, " + strings.Join(known, ", ") + ")"
	if near, ok := suggest.Nearest(key, append(known, "action")); ok {
		message = fmt.Sprintf("unknown key (did you mean %q?)", near)
	}
	return Problem{Path: "data." + key, Message: message}
}

// inData renames the fields of problems to the keys of a ConfigMap.
func inData(problems []Problem) {
	for i, p := range problems {
		if rest, ok := strings.CutPrefix(p.Path, "spec."); ok {
			problems[i].Path = "data." + rest
		}
	}
}
