package change

import (
	"fmt"
	"strings"
)

// Formats of Render.
const (
	FormatText     = "text"
	FormatJSON     = "json"
	FormatMarkdown = "markdown"
)

// Formats lists what Render knows.
func Formats() []string { return []string{FormatText, FormatJSON, FormatMarkdown} }

// Render is the report in the named format.
func Render(format string, r Report) ([]byte, error) {
	switch format {
	case FormatText:
		return []byte(Text(r)), nil
	case FormatJSON:
		return JSON(r)
	case FormatMarkdown:
		return []byte(Markdown(r)), nil
	}
	return nil, fmt.Errorf("unknown format %q (known: %s)", format, strings.Join(Formats(), ", "))
}
