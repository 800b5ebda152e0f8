package definitions

import (
	"reflect"

	"github.com/valkey-menu/valkey-menu/fn/typeschema"
)

// field is what is said about one field beyond its type.
type field struct {
	text string
	// words are the only values, of the field or of the values of a map.
	words []string
	// initial is the value of a field that is not set; nil for none.
	initial any
	pattern string
}

// domainPattern is that of a DNS subdomain (Kubernetes' IsDNS1123Subdomain).
const domainPattern = `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`

// describe completes the schema of a field. A text or list that is required is
// also not empty.
func describe(owner reflect.Type, name string, s *typeschema.Schema) {
	f := fields()[owner][name]
	s.Description, s.Pattern = f.text, f.pattern
	if f.initial != nil {
		initial := value(f.initial)
		s.Default = &initial
	}
	if len(f.words) == 0 {
		return
	}
	if s.AdditionalProperties == nil {
		s.Enum = words(f.words...)
		return
	}
	s.AdditionalProperties.Schema.Enum = words(f.words...)
}

// notEmpty bounds the required texts and lists of a schema.
func notEmpty(s *typeschema.Schema) {
	for _, name := range s.Required {
		property := s.Properties[name]
		switch property.Type {
		case "string":
			property.MinLength = ptr[int64](1)
		case "array":
			property.MinItems = ptr[int64](1)
		}
		s.Properties[name] = property
	}
}
