package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// JSON writes the report as one indented JSON object.
func JSON(w io.Writer, r Report) error {
	if r.Results == nil {
		r.Results = []Result{}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}
