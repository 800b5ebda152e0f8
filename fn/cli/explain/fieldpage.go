package explain

import (
	"fmt"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// field writes the page of one schema.
func (p *page) field(name string, s *apiextensionsv1.JSONSchemaProps, required, below bool) {
	p.line("%s", name)
	if s.Description != "" {
		p.gap()
		p.paragraphs(s.Description)
	}
	p.gap()
	rows := [][]string{{"  type", typeName(s)}}
	if below {
		rows = append(rows, []string{"  required", yesNo(required)})
	}
	rows = append(rows, bounds(s)...)
	p.table(nil, rows)
	p.rules(s)
	p.fields(s)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// paragraphs keeps the paragraphs of a description and wraps each.
func (p *page) paragraphs(text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			p.gap()
		}
		p.wrap("  ", paragraph)
	}
}

func typeName(s *apiextensionsv1.JSONSchemaProps) string {
	switch {
	case s.Items != nil && s.Items.Schema != nil:
		return "list of " + typeName(s.Items.Schema)
	case s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil:
		return "map of " + typeName(s.AdditionalProperties.Schema)
	case s.Format != "":
		return s.Type + " (" + s.Format + ")"
	}
	return s.Type
}

func bounds(s *apiextensionsv1.JSONSchemaProps) [][]string {
	var rows [][]string
	add := func(name string, value any) { rows = append(rows, []string{"  " + name, fmt.Sprint(value)}) }
	if s.Default != nil {
		add("default", string(s.Default.Raw))
	}
	if len(s.Enum) > 0 {
		values := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			values[i] = strings.Trim(string(v.Raw), `"`)
		}
		add("one of", strings.Join(values, ", "))
	}
	for _, bound := range []struct {
		name  string
		value *int64
	}{
		{"least characters", s.MinLength}, {"most characters", s.MaxLength},
		{"least items", s.MinItems}, {"most items", s.MaxItems},
		{"least keys", s.MinProperties}, {"most keys", s.MaxProperties},
	} {
		if bound.value != nil {
			add(bound.name, *bound.value)
		}
	}
	if s.Minimum != nil {
		add("minimum", *s.Minimum)
	}
	if s.Maximum != nil {
		add("maximum", *s.Maximum)
	}
	if s.Pattern != "" {
		add("pattern", s.Pattern)
	}
	return rows
}

// rules lists the CEL rules by their messages, which say what must hold.
func (p *page) rules(s *apiextensionsv1.JSONSchemaProps) {
	if len(s.XValidations) == 0 {
		return
	}
	p.gap()
	p.line("Rules")
	for _, rule := range s.XValidations {
		text := rule.Message
		if text == "" {
			text = rule.Rule
		}
		p.line("  %s", text)
	}
}

func (p *page) fields(s *apiextensionsv1.JSONSchemaProps) {
	inner := element(s)
	if len(inner.Properties) == 0 {
		return
	}
	rows := [][]string{}
	for _, name := range fieldNames(s) {
		child := inner.Properties[name]
		kind := typeName(&child)
		if slices.Contains(inner.Required, name) {
			kind += ", required"
		}
		rows = append(rows, []string{"  " + name, kind, firstSentence(child.Description)})
	}
	p.gap()
	p.line("Fields")
	p.table(nil, rows)
}

func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if end := strings.Index(text, ". "); end >= 0 {
		return text[:end+1]
	}
	return text
}
