package change

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// JSON is the report as one indented JSON object.
func JSON(r Report) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return nil, fmt.Errorf("encoding the report: %w", err)
	}
	return b.Bytes(), nil
}
