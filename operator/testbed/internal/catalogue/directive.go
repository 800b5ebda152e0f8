package catalogue

// directive is one entry of a file directives-MINOR.json, as lib/conf reads it.
type directive struct {
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases,omitempty"`
	Type      string   `json:"type"`
	Enum      []string `json:"enum,omitempty"`
	Unit      string   `json:"unit,omitempty"`
	Multi     bool     `json:"multi,omitempty"`
	Args      []int    `json:"args,omitempty"`
	Check     string   `json:"check,omitempty"`
	Min       *int64   `json:"min,omitempty"`
	Max       *uint64  `json:"max,omitempty"`
	Percent   bool     `json:"percent,omitempty"`
	Signed    bool     `json:"signed,omitempty"`
	Octal     bool     `json:"octal,omitempty"`
	Default   string   `json:"default"`
	Mutable   bool     `json:"mutable"`
	Protected bool     `json:"protected,omitempty"`
	Hidden    bool     `json:"hidden,omitempty"`
	Ignored   bool     `json:"ignored,omitempty"`
	From      string   `json:"from"`
}

// Where an entry is from.
const (
	fromServer = "server"
	fromSource = "source"
)
