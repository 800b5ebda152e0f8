package change

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/impact"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// Side is one of the states that are compared.
type Side struct {
	// Name as given on the command line.
	Name string
	// Place finds a field of an object; nil where no place is known.
	Place func(object menu.Ref, field string) source.Place
}

// New is the report of a change between two sides.
func New(f impact.FleetReport, base, head Side) Report {
	b := builder{base, head}
	r := Report{
		APIVersion: APIVersion, Kind: Kind, Base: base.Name, Head: head.Name,
		Summary: Summary{Clusters: len(f.Clusters), Costs: Costs(f.Totals), Waiting: Costs(f.Waiting)}, Notes: notes(f),
		Menu: make([]MenuObject, len(f.Menu)), Clusters: []Cluster{},
	}
	for i, m := range f.Menu {
		r.Menu[i] = b.menuObject(m)
	}
	for _, c := range f.Clusters {
		r.Summary.count(c)
		if c.Kind != impact.Unchanged {
			r.Clusters = append(r.Clusters, b.cluster(c))
		}
	}
	r.Summary.Effects = Effects{
		Rejected: f.Count(impact.Rejected), Unresolvable: f.Count(impact.Unresolvable), Rolling: f.Count(impact.Rolling),
		MayRoll:  f.Count(impact.MayRoll),
		Topology: f.Count(impact.Topology), InPlace: f.Count(impact.InPlace), FuturePods: f.Count(impact.FuturePods),
		None: f.Count(impact.None),
	}
	return r
}

// notes make an input visible that holds too little: little seems to happen then.
func notes(f impact.FleetReport) []string {
	all := []string{}
	if len(f.Clusters) == 0 {
		all = append(all, "there is no ValkeyCluster in the input: is the path the right one?")
	}
	broken := 0
	for _, r := range f.Clusters {
		if r.Before != nil && r.After != nil {
			broken++
		}
	}
	if broken > 0 {
		all = append(all, fmt.Sprintf("%s %s in either state: is the menu in the input?",
			counted(broken, "cluster"), does(impact.Unresolvable, broken)))
	}
	return all
}

func (s *Summary) count(r impact.Report) {
	switch r.Kind {
	case impact.Unchanged:
		if r.StillUnresolved() {
			s.Unresolved++
			return
		}
		s.Unchanged++
	case impact.Created:
		s.Created++
	case impact.Deleted:
		s.Deleted++
	case impact.Changed:
	}
}

type builder struct{ base, head Side }

func (s Side) place(object menu.Ref, field string) Place {
	if s.Place == nil {
		return Place{}
	}
	p := s.Place(object, field)
	return Place{p.File, p.Line, p.Column}
}

func (b builder) menuObject(m impact.MenuChange) MenuObject {
	side := b.head
	if m.Kind == impact.Deleted {
		side = b.base
	}
	out := MenuObject{
		Object: object(m.Object), Change: m.Kind, Place: side.place(m.Object, "metadata.name"),
		Reaches: make([]Touched, len(m.Clusters)),
	}
	for i, t := range m.Clusters {
		out.Reaches[i] = Touched{t.Cluster.Namespace, t.Cluster.Name, t.Kind, t.Effect}
	}
	return out
}

func object(r menu.Ref) Object { return Object{r.Kind, r.Namespace, r.Name} }

func reference(r menu.Ref) *Object {
	if r == (menu.Ref{}) {
		return nil
	}
	o := object(r)
	return &o
}

func (b builder) cluster(r impact.Report) Cluster {
	c := Cluster{
		Namespace: r.Cluster.Namespace, Name: r.Cluster.Name, Change: r.Kind, Effect: r.Effect, Costs: Costs(r.Totals), Paused: r.Paused,
		Before: shape(r.ShapeBefore), After: shape(r.ShapeAfter),
		Changes: make([]Change, len(r.Changes)), Notes: append([]string{}, r.Notes...),
	}
	for i, one := range r.Changes {
		c.Changes[i] = b.change(one)
	}
	return c
}

func shape(s impact.Shape) *Shape {
	if s == (impact.Shape{}) {
		return nil
	}
	return &Shape{s.Shards, s.ReplicasPerShard}
}

func (b builder) change(c impact.Change) Change {
	chosen := c.BeforeSource.Object != c.AfterSource.Object
	return Change{
		Effect: c.Effect, Path: c.Path, Rule: c.Rule, Reason: c.Reason,
		Before: value(c.Before, c.BeforeSource, b.base, chosen),
		After:  value(c.After, c.AfterSource, b.head, chosen),
	}
}

// value is one side. Where another image is chosen, the edit stands in the config
// that chooses.
func value(text string, s impact.Source, side Side, chosen bool) *Value {
	if text == "" && s == (impact.Source{}) {
		return nil
	}
	v := &Value{Value: text, Origin: s.Origin, Object: reference(s.Object), Field: s.Path, Via: reference(s.Via)}
	switch {
	case v.Via != nil && chosen:
		v.Place = side.place(s.Via, "spec.imageRef")
	case v.Object != nil:
		v.Place = side.place(s.Object, s.Path)
	}
	return v
}
