package conf

// Type is the kind of value that a directive takes.
type Type string

// The types of values. A special value has its own grammar (save,
// client-output-buffer-limit, ...).
const (
	TypeBool    Type = "bool"
	TypeEnum    Type = "enum"
	TypeInteger Type = "integer"
	TypeMemory  Type = "memory"
	TypeString  Type = "string"
	TypeSpecial Type = "special"
)

// Source says where the facts of a directive were taken from.
type Source string

// The sources of facts.
const (
	FromServer Source = "server" // a running server answered for it
	FromSource Source = "source" // read from the server's published source
)

// Directive is what one Valkey minor version knows about one directive. Its
// slices are shared with the catalogue and must not be changed.
type Directive struct {
	Name    string   `json:"name"`    // the name that this version prefers
	Aliases []string `json:"aliases"` // further names that it accepts
	Type    Type     `json:"type"`
	Enum    []string `json:"enum"` // the words allowed, for TypeEnum
	Unit    string   `json:"unit"` // of a bare number: seconds, milliseconds, microseconds, bytes, ...; empty for a count
	Multi   bool     `json:"multi"`
	Args    []int    `json:"args"` // least and most arguments, 0 for no upper bound; empty means exactly one
	Min     *int64   `json:"min"`  // inclusive; nil where not numeric
	Max     *uint64  `json:"max"`  // inclusive
	Percent bool     `json:"percent"`
	Signed  bool     `json:"signed"` // a memory size that also takes a plain negative number
	Octal   bool     `json:"octal"`
	Rule    string   `json:"check"`   // a further grammar, see Check
	Default string   `json:"default"` // as CONFIG GET prints it; empty also when there is none
	Mutable bool     `json:"mutable"` // CONFIG SET changes it on a running server
	// Protected: CONFIG SET also needs enable-protected-configs in the file.
	Protected bool   `json:"protected"`
	Hidden    bool   `json:"hidden"`  // missing from CONFIG GET *
	Ignored   bool   `json:"ignored"` // accepted in a file for compatibility, without effect
	From      Source `json:"from"`

	Since Version `json:"-"` // the first catalogued version that has it (8.0: or earlier)
	Until Version `json:"-"` // the first version that no longer has it or ignores it; zero: still there
}

// MinArgs is the least number of arguments.
func (d Directive) MinArgs() int {
	if len(d.Args) == 0 {
		return 1
	}
	return d.Args[0]
}

// MaxArgs is the greatest number of arguments, 0 for no bound.
func (d Directive) MaxArgs() int {
	if len(d.Args) < 2 {
		return 1
	}
	return d.Args[1]
}
