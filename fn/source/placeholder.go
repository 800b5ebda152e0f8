package source

import "strings"

// DefaultPlaceholders are the forms that VK076 knows without configuration.
func DefaultPlaceholders() []string { return []string{"${...}"} }

// placeholder is a form of placeholders, cut at its "...".
type placeholder []string

func parsePlaceholders(patterns []string) []placeholder {
	parsed := make([]placeholder, 0, len(patterns))
	for _, pattern := range patterns {
		if strings.Trim(pattern, ".") != "" {
			parsed = append(parsed, strings.Split(pattern, "..."))
		}
	}
	return parsed
}

// placeholderIn is the first placeholder in a text, empty if there is none.
func placeholderIn(text string, patterns []placeholder) string {
	for _, p := range patterns {
		if found := p.find(text); found != "" {
			return found
		}
	}
	return ""
}

// find returns what lies between the first and the last part of the placeholder, these included.
func (p placeholder) find(text string) string {
	start, end := -1, 0
	for _, part := range p {
		i := strings.Index(text[end:], part)
		if i < 0 {
			return ""
		}
		if start < 0 {
			start = end + i
		}
		end += i + len(part)
	}
	return text[start:end]
}

// placeholder reports a scalar that something after us fills in. Quotes do not help with kustomize v5.8.2, which drops
// those that YAML does not need.
func (t text) placeholder(found string, wantString bool) string {
	if t.secret {
		found = "the value"
	}
	message := cut(found) + " is a placeholder: what replaces it is not checked"
	switch {
	case !wantString:
		return message
	case t.node.Style == 0:
		return message + "; a number or a boolean in its place is no string for any reader: write the value in quotes"
	}
	return message + "; kustomize build drops the quotes, and then a number or a boolean in its place is no string"
}
