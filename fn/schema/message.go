package schema

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

const (
	// outOfRange stands in the library's one message without a field, before
	// the path.
	outOfRange = " with format int32 in "
	// maxEcho is the number of characters of a value that a message repeats.
	maxEcho = 80
)

// schemaMessage says what the schema wants, in words of one form. The verdict
// is the library's, the wording is ours: the library repeats values, and with
// them secrets.
func schemaMessage(err *field.Error, at place) string {
	got := ""
	if shown, ok := echo(at); ok {
		got = ", got " + shown
	}
	if err.Type == field.ErrorTypeRequired {
		return "required field is missing"
	}
	if err.Type == field.ErrorTypeTypeInvalid {
		return wrongType(at)
	}
	if err.Type == field.ErrorTypeNotSupported {
		return notSupported(at, got)
	}
	if err.Type == field.ErrorTypeTooLong || err.Type == field.ErrorTypeTooMany {
		return tooMuch(at)
	}
	if strings.Contains(err.Detail, outOfRange) {
		return "must fit into 32 bits" + got
	}
	if _, rule, ok := strings.Cut(err.Detail, " in body should "); ok {
		return "must " + strings.ReplaceAll(rule, "at least 1 items", "at least 1 item") + got
	}
	return "is refused by the schema" + got
}

// tooMuch says how much of a string, list or map is allowed and how much there
// is.
func tooMuch(at place) string {
	if at.node != nil && at.node.ValueValidation != nil {
		v := at.node.ValueValidation
		switch value := at.value.(type) {
		case string:
			if v.MaxLength != nil {
				return fmt.Sprintf("must be at most %d characters long, got %d", *v.MaxLength, utf8.RuneCountInString(value))
			}
		case []any:
			if v.MaxItems != nil {
				return fmt.Sprintf("must have at most %d items, got %d", *v.MaxItems, len(value))
			}
		case map[string]any:
			if v.MaxProperties != nil {
				return fmt.Sprintf("must have at most %d keys, got %d", *v.MaxProperties, len(value))
			}
		}
	}
	return "is larger than the schema allows"
}

func metadataMessage(err *field.Error) string {
	text, _ := err.BadValue.(string)
	switch {
	case err.Type == field.ErrorTypeTooLong:
		return "must be at most 262144 bytes in all"
	case err.Type == field.ErrorTypeRequired && err.Detail == "":
		return "required field is missing"
	case err.Type == field.ErrorTypeInvalid && text != "":
		return "invalid value " + quote(text) + ": " + err.Detail
	}
	return err.Detail
}

// wrongType names both types, and the value where it may be shown.
func wrongType(at place) string {
	want := "of another type"
	if at.node != nil {
		want = "of type " + at.node.Type
	}
	if text, ok := echo(at); ok {
		return "must be " + want + ", got " + text
	}
	return "must be " + want + ", got " + typeName(at.value)
}

func notSupported(at place, got string) string {
	if at.node == nil || at.node.ValueValidation == nil {
		return "is not a supported value" + got
	}
	var allowed, quoted []string
	for _, value := range at.node.ValueValidation.Enum {
		if text, ok := value.Object.(string); ok {
			allowed, quoted = append(allowed, text), append(quoted, strconv.Quote(text))
		}
	}
	text, _ := at.value.(string)
	return "must be one of " + strings.Join(quoted, ", ") + got + didYouMean(text, allowed)
}

// echo returns the value at a place as a message shows it, if it may be shown:
// it is a scalar where the schema wants one, in no field that holds secrets,
// and does not look like a hash.
func echo(at place) (string, bool) {
	if at.node == nil || at.node.Type == "object" || at.node.Type == "array" {
		return "", false
	}
	for _, step := range at.path {
		switch step.Key {
		case "passwordHashes", "valkey", "valkeySettings":
			return "", false
		}
	}
	switch at.value.(type) {
	case map[string]any, []any, nil:
		return "", false
	}
	if text, ok := at.value.(string); ok && looksLikeHash(text) {
		return "", false
	}
	return describe(at.value), true
}

// shown is the value at a place, or nil if it may not be shown.
func (at place) shown() any {
	if _, ok := echo(at); ok {
		return at.value
	}
	return nil
}

// looksLikeHash says whether 64 hexadecimal digits stand in a row, as a
// misplaced password hash would.
func looksLikeHash(s string) bool {
	run := 0
	for i := range len(s) {
		switch c := s[i] | 0x20; {
		case '0' <= s[i] && s[i] <= '9', 'a' <= c && c <= 'f':
			if run++; run == 64 {
				return true
			}
		default:
			run = 0
		}
	}
	return false
}

// describe names the JSON type of a value and shows a scalar.
func describe(value any) string {
	switch value := value.(type) {
	case string:
		return "string " + quote(value)
	case bool:
		return "boolean " + strconv.FormatBool(value)
	case nil, map[string]any, []any:
		return typeName(value)
	}
	return typeName(value) + " " + fmt.Sprint(value)
}

func typeName(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	}
	if n, ok := number(value); ok {
		if _, whole := n.(int64); whole {
			return "integer"
		}
	}
	return "number"
}

func quote(s string) string {
	if runes := []rune(s); len(runes) > maxEcho {
		return strconv.Quote(string(runes[:maxEcho]) + "...")
	}
	return strconv.Quote(s)
}
