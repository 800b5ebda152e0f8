package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// twins returns, for the exact text of each CEL rule of the CRDs that is not
// about a transition, a Go function that is true only if the rule is. A rule
// that is not here costs speed, not correctness: the shortcut leaves its kind
// to CEL.
func twins() map[string]func(any) bool {
	label := regexp.MustCompile(`^[a-z]([-a-z0-9]*[a-z0-9])?$`)
	return map[string]func(any) bool{
		`!self.startsWith('_momento_')`: func(self any) bool {
			text, ok := self.(string)
			return ok && !strings.HasPrefix(text, "_momento_")
		},
		`self.all(k, !k.startsWith('valkey.gomomento.com/'))`:       noReservedKey,
		`self.all(x, self.exists_one(y, y.username == x.username))`: uniqueUsernames,
		`self.metadata.name.size() <= 57`: func(self any) bool {
			name, ok := metadataName(self)
			return ok && utf8.RuneCountInString(name) <= 57
		},
		`self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')`: func(self any) bool {
			name, ok := metadataName(self)
			return ok && label.MatchString(name)
		},
	}
}

func noReservedKey(self any) bool {
	m, ok := self.(map[string]any)
	for key := range m {
		if strings.HasPrefix(key, "valkey.gomomento.com/") {
			return false
		}
	}
	return ok
}

func uniqueUsernames(self any) bool {
	list, ok := self.([]any)
	seen := make(map[string]bool, len(list))
	for _, item := range list {
		binding, _ := item.(map[string]any)
		name, isString := binding["username"].(string)
		if !isString || seen[name] {
			return false
		}
		seen[name] = true
	}
	return ok
}

func metadataName(self any) (string, bool) {
	object, _ := self.(map[string]any)
	fields, _ := object["metadata"].(map[string]any)
	name, ok := fields["name"].(string)
	return name, ok
}

func usesOldSelf(rule string) bool { return strings.Contains(rule, "oldSelf") }

// selection finds the fields that a rule selects from self and oldSelf, and
// whether the last is a function.
var selection = regexp.MustCompile(`\b(?:self|oldSelf)((?:\.[a-zA-Z][a-zA-Z0-9]*)+)(\()?`)

// onlyField returns the path below self that a rule reads, if it reads one, and
// nothing otherwise.
func onlyField(rule string) []string {
	var only []string
	for i, match := range selection.FindAllStringSubmatch(rule, -1) {
		names := strings.Split(match[1], ".")[1:]
		if match[2] != "" {
			names = names[:len(names)-1]
		}
		if i > 0 && !slices.Equal(names, only) {
			return nil
		}
		only = names
	}
	return only
}

// hasRules says whether a schema has any CEL rule.
func hasRules(s *structuralschema.Structural) bool {
	if s == nil || len(s.XValidations) > 0 {
		return s != nil
	}
	for _, property := range s.Properties {
		if hasRules(&property) {
			return true
		}
	}
	return hasRules(s.Items) || s.AdditionalProperties != nil && hasRules(s.AdditionalProperties.Structural)
}

// transitionsHoldWhenSame says whether each transition rule of a schema is one
// that holds when the old object equals the new one: it compares one field, or
// its presence, with its old state.
func transitionsHoldWhenSame(s *structuralschema.Structural) bool {
	if s == nil {
		return true
	}
	for _, r := range s.XValidations {
		if usesOldSelf(r.Rule) && !holdsWhenSame(r.Rule) {
			return false
		}
	}
	for _, property := range s.Properties {
		if !transitionsHoldWhenSame(&property) {
			return false
		}
	}
	return transitionsHoldWhenSame(s.Items) &&
		(s.AdditionalProperties == nil || transitionsHoldWhenSame(s.AdditionalProperties.Structural))
}

func holdsWhenSame(rule string) bool {
	fields := onlyField(rule)
	if len(fields) == 0 {
		return false
	}
	name := strings.Join(fields, ".")
	equal := fmt.Sprintf("self.%s == oldSelf.%s", name, name)
	present := fmt.Sprintf("has(self.%s) == has(oldSelf.%s)", name, name)
	both := fmt.Sprintf("%s && (!has(self.%s) || %s)", present, name, equal)
	return rule == equal || rule == present || rule == both
}
