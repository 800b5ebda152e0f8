package catalogue

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// File is one data file.
type File struct {
	// Conf: it belongs to lib/conf, else to lib/acl.
	Conf bool
	Name string
	Data []byte
}

// header is what a data file says of itself.
type header struct {
	Minor   string `json:"minor"`
	Version string `json:"version"`
	From    string `json:"from"`
	About   string `json:"about"`
}

// encode writes the header, an optional list of categories and the entries, one a line.
func encode[T any](h header, categories []string, list string, entries []T) ([]byte, error) {
	var b bytes.Buffer
	fields := []struct {
		name  string
		value any
	}{{"minor", h.Minor}, {"version", h.Version}, {"from", h.From}, {"about", h.About}, {"categories", categories}}
	b.WriteString("{\n")
	for _, field := range fields {
		if field.name == "categories" && categories == nil {
			continue
		}
		if err := line(&b, fmt.Sprintf("  %q: ", field.name), field.value, ",\n"); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(&b, "  %q: [\n", list)
	for i, entry := range entries {
		end := ",\n"
		if i == len(entries)-1 {
			end = "\n"
		}
		if err := line(&b, "    ", entry, end); err != nil {
			return nil, err
		}
	}
	b.WriteString("  ]\n}\n")
	return b.Bytes(), nil
}

func line(b *bytes.Buffer, before string, value any, after string) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return fmt.Errorf("writing a catalogue: %w", err)
	}
	b.WriteString(before)
	b.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	b.WriteString(after)
	return nil
}
