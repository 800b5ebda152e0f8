package source

import (
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/valkey-menu/valkey-menu/fn/yamlnode"
)

// text is a scalar as it is written. A secret one is never repeated.
type text struct {
	node   *yaml.Node
	secret bool
}

// shown is how messages name the scalar.
func (t text) shown() string {
	if t.secret {
		return "the value"
	}
	return cut(t.node.Value)
}

// quoted is what messages propose to write.
func (t text) quoted() string {
	if t.secret {
		return "it in quotes"
	}
	return `"` + cut(t.node.Value) + `"`
}

// cut shortens what is too long for a message.
func cut(s string) string {
	const most = 64
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "..."
}

// judge says what the readers make of a scalar where a string is wanted; the rule is empty if that is a string for all.
// kubectl reads YAML 1.1 through sigs.k8s.io/yaml v1.6.0, kustomize v5.8.2 something between 1.1 and 1.2. Base 60
// numbers are strings to both.
func (t text) judge() (rule, message string) {
	switch t.node.ShortTag() {
	case "!!bool":
		return RuleBoolean, fmt.Sprintf("%s without quotes is a boolean for every reader, not a string: write %s",
			t.shown(), t.quoted())
	case "!!str":
		if value, ok := boolean11(t.node); ok {
			return RuleBoolean, fmt.Sprintf("%s without quotes is a string for kustomize and the boolean %t for kubectl: write %s",
				t.shown(), value, t.quoted())
		}
	case "!!int", "!!float":
		return RuleNumber, t.number()
	case "!!timestamp":
		return t.timestamp()
	}
	return "", ""
}

func (t text) number() string {
	value := jsonText(t.node)
	switch {
	case t.secret || value == "":
		return fmt.Sprintf("%s without quotes is a number for every reader, not a string: write %s", t.shown(), t.quoted())
	case value == t.node.Value: // kustomize may have made it from 9.0 or the like
		return fmt.Sprintf("%s without quotes is a number for every reader, not a string: write it in quotes, %s if that is meant",
			t.shown(), t.quoted())
	}
	return fmt.Sprintf("%s without quotes is the number %s for every reader, not a string: write %s",
		t.shown(), cut(value), t.quoted())
}

func (t text) timestamp() (rule, message string) {
	var moment time.Time
	if err := t.node.Decode(&moment); err != nil {
		return "", ""
	}
	rewritten := moment.Format(time.RFC3339Nano)
	switch {
	case rewritten == t.node.Value:
		return "", ""
	case t.secret:
		rewritten = "another one"
	}
	return RuleTimestamp, fmt.Sprintf("%s without quotes becomes %s in kustomize build, kubectl keeps it as written: write %s",
		t.shown(), rewritten, t.quoted())
}

// judgeKey reports a key that comes out as another one. JSON has string keys only, so each reader turns what it takes
// for a boolean or a number into text.
func judgeKey(key *yaml.Node) (rule, message string) {
	t := text{node: key}
	switch tag := key.ShortTag(); tag {
	case "!!str":
		if value, ok := boolean11(key); ok {
			return RuleBoolean, fmt.Sprintf("key %s without quotes stays as it is in kustomize and becomes %t in kubectl: write %s",
				t.shown(), value, t.quoted())
		}
	case "!!bool", "!!int", "!!float":
		became := jsonText(key)
		if became == key.Value {
			break
		}
		rule = RuleNumber
		if tag == "!!bool" {
			rule = RuleBoolean
		}
		return rule, fmt.Sprintf("key %s without quotes becomes %s: write %s", t.shown(), cut(became), t.quoted())
	}
	return "", ""
}

// jsonText is a scalar as JSON has it, empty if JSON cannot.
func jsonText(n *yaml.Node) string {
	value, err := yamlnode.Decode(n)
	if err != nil {
		return ""
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}

// boolean11 is the value of a plain scalar that is a boolean in YAML 1.1 only.
func boolean11(n *yaml.Node) (value, ok bool) {
	if n.Style != 0 {
		return false, false
	}
	switch n.Value {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON":
		return true, true
	case "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return false, true
	}
	return false, false
}
