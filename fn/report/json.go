package report

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// jsonReport is the report as one indented JSON object.
func jsonReport(r Report) ([]byte, error) {
	if r.Results == nil {
		r.Results = []Result{}
	}
	return encode(r)
}

// encode leaves the characters of HTML as they are: nothing here goes into a
// page without being escaped there.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return nil, fmt.Errorf("encoding the report: %w", err)
	}
	return b.Bytes(), nil
}
