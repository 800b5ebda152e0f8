package parity

import (
	"fmt"
	"slices"
)

// Fault is what is wrong with an object, as the API server's answer names it.
type Fault struct {
	// Reason of the cause, such as FieldValueRequired. UnknownField and
	// Undecodable stand for answers that have no causes, and OurOwn for what only
	// fn/schema refuses.
	Reason string
	// Field as the server prints it; empty for an object that it cannot decode.
	Field string
}

// The reasons that are not the server's.
const (
	UnknownField = "unknown field"
	Undecodable  = "undecodable"
	OurOwn       = "our own"
)

// Case is an object, or a change of one, with the verdict on it.
type Case struct {
	Constraint Constraint
	// Name says what is special about the object.
	Name string
	// Old is the stored object that Object replaces; nil for a creation.
	Old    map[string]any
	Object map[string]any
	// Breaks says that the object breaks the constraint.
	Breaks bool
	// Faults are what the server says, nothing if it accepts the object. They are
	// more than one only where one demand implies another: what is no text is none
	// of an enum's texts either.
	Faults []Fault
	// StatusFaults are what the server says when a controller writes the object's
	// status, for a constraint that is Dropped.
	StatusFaults []Fault
}

// String is unique within a corpus.
func (c Case) String() string {
	verb := "kept"
	if c.Breaks {
		verb = "broken"
	}
	return fmt.Sprintf("%s, %s: %s", c.Constraint, verb, c.Name)
}

// Corpus is everything that the CRDs demand, and the cases about it.
type Corpus struct {
	Constraints []Constraint
	Cases       []Case
	// Bases are one good object a kind that has every field but status.
	Bases []map[string]any
}

// New derives the corpus from the embedded CRDs. It fails if a demand has no
// case that keeps to it or none that breaks it, and if a file of hand-written
// values belongs to nothing.
func New() (*Corpus, error) {
	defined, err := definitions()
	if err != nil {
		return nil, err
	}
	return newCorpus(defined)
}

func newCorpus(defined []definition) (*Corpus, error) {
	b := &builder{corpus: &Corpus{}, used: map[string]bool{}}
	if err := b.readHandwritten(); err != nil {
		return nil, err
	}
	for _, d := range defined {
		if err := b.addKind(d); err != nil {
			return nil, fmt.Errorf("deriving the corpus of %s: %w", d.kind(), err)
		}
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	return b.corpus, nil
}

type builder struct {
	corpus   *Corpus
	patterns []pattern
	rules    []ruleFile
	used     map[string]bool // hand-written files
	// object has every field of the kind at work; full has a status too.
	object, full map[string]any
}

func (b *builder) addKind(d definition) error {
	object, err := b.base(d)
	if err != nil {
		return err
	}
	b.object, b.full = object, object
	if status, has := d.nodes[0].schema.Properties["status"]; has {
		value, err := b.sample(&status)
		if err != nil {
			return err
		}
		b.full = cloneObject(object)
		b.full["status"] = value
	}
	b.corpus.Bases = append(b.corpus.Bases, object)
	for _, n := range d.nodes {
		demands, err := n.demands()
		if err != nil {
			return err
		}
		for _, each := range demands {
			b.corpus.Constraints = append(b.corpus.Constraints, each.Constraint)
			if err := b.derive(each); err != nil {
				return fmt.Errorf("%s: %w", each.Constraint, err)
			}
		}
	}
	b.addMetadata(d)
	return nil
}

// check returns an error for each constraint that lacks a case.
func (b *builder) check() error {
	kept, broken := map[Constraint]bool{}, map[Constraint]bool{}
	for _, c := range b.corpus.Cases {
		if c.Breaks {
			broken[c.Constraint] = true
		} else {
			kept[c.Constraint] = true
		}
	}
	var lacking []string
	for _, c := range b.corpus.Constraints {
		if !kept[c] {
			lacking = append(lacking, fmt.Sprintf("no object keeps to %q", c))
		}
		if !broken[c] && !c.CannotBreak() {
			lacking = append(lacking, fmt.Sprintf("no object breaks %q", c))
		}
	}
	for _, name := range b.files() {
		if !b.used[name] {
			lacking = append(lacking, fmt.Sprintf("testdata/%s belongs to nothing in the CRDs", name))
		}
	}
	slices.Sort(lacking)
	if len(lacking) > 0 {
		return fmt.Errorf("checking the corpus: %d faults:\n%s", len(lacking), lines(lacking))
	}
	return nil
}
