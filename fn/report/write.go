package report

import (
	"fmt"
	"io"
	"strings"
)

// Formats of Write.
const (
	FormatText = "text"
	FormatJSON = "json"
)

// Formats lists what Write knows.
func Formats() []string { return []string{FormatText, FormatJSON} }

// Write writes the report in the named format.
func Write(w io.Writer, format string, r Report) error {
	switch format {
	case FormatText:
		return Text(w, r, true)
	case FormatJSON:
		return JSON(w, r)
	}
	return fmt.Errorf("unknown report format %q (known: %s)", format, strings.Join(Formats(), ", "))
}
