package report

import (
	"fmt"
	"io"
	"strings"
)

// Formats of Write.
const (
	FormatText     = "text"
	FormatJSON     = "json"
	FormatSARIF    = "sarif"
	FormatGitHub   = "github"
	FormatJUnit    = "junit"
	FormatMarkdown = "markdown"
)

// Formats lists what Write knows.
func Formats() []string {
	return []string{FormatText, FormatJSON, FormatSARIF, FormatGitHub, FormatJUnit, FormatMarkdown}
}

// Options are what a report says beside its results.
type Options struct {
	// Version of the program, for SARIF.
	Version string
	// FailLevel decides whether Markdown says passed or failed.
	FailLevel FailLevel
	// Verbose lists infos in text and in GitHub's annotations; the other formats
	// always do.
	Verbose bool
}

// Write writes the report in the named format, in one piece.
func Write(w io.Writer, format string, r Report, o Options) error {
	text, err := Render(format, r, o)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// Render is the report in the named format.
func Render(format string, r Report, o Options) ([]byte, error) {
	switch format {
	case FormatText:
		return text(r, o.Verbose), nil
	case FormatJSON:
		return jsonReport(r)
	case FormatSARIF:
		return sarif(r, o.Version)
	case FormatGitHub:
		return github(r, o.Verbose), nil
	case FormatJUnit:
		return junit(r)
	case FormatMarkdown:
		return markdown(r, o.FailLevel), nil
	}
	return nil, fmt.Errorf("unknown report format %q (known: %s)", format, strings.Join(Formats(), ", "))
}
