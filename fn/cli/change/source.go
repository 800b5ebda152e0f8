package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// String is file:line, or nothing.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// words is a text in parts: author-controlled ones are marked, so that each form
// can write them in its own way.
type words []word

type word struct {
	text   string
	quoted bool // a name or a place
}

// setBy says what supplies a value: the source of both sides, or both where they
// differ. The place is that of HEAD, and of BASE where HEAD has none.
func setBy(c Change) words {
	before, after := by(c.Before), by(c.After)
	switch {
	case len(after) == 0:
		return append(before, at(c.Before)...)
	case len(before) == 0 || sameWords(before, after):
		return append(after, at(c.After)...)
	}
	if b, a := c.Before, c.After; b.Via != nil && a.Via != nil && *b.Via == *a.Via {
		before = append(append(words{before[0], {text: ", now "}, after[0], {text: ","}}, after[1:]...), at(a)...)
		return before
	}
	before = append(before, word{text: ", now "})
	return append(append(before, after...), at(c.After)...)
}

// untitled leaves out the name of the cluster, which a title says already.
func (w words) untitled() words {
	out := slices.Clone(w)
	for i, one := range out {
		if one.quoted && strings.HasPrefix(one.text, v1alpha1.KindCluster+" ") {
			out[i] = word{text: itself}
		}
	}
	return out
}

// itself is the cluster that a title names.
const itself = "the cluster itself"

func by(v *Value) words {
	switch {
	case v == nil, v.Object == nil && v.Origin == impact.FromNothing:
		return nil
	case v.Object == nil && v.Origin == impact.FromOperator:
		return words{{text: "operator-wide option"}}
	case v.Object == nil:
		return words{{text: string(v.Origin)}}
	case v.Object.Name == "":
		return words{{text: itself}}
	}
	name := words{{text: v.Object.short(), quoted: true}}
	if v.Via != nil {
		name = append(name, word{text: " chosen by "}, word{text: v.Via.short(), quoted: true})
	}
	return name
}

func at(v *Value) words {
	if v == nil || v.File == "" {
		return nil
	}
	return words{{text: ", "}, {text: v.Place.String(), quoted: true}}
}

func sameWords(a, b words) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// short is KIND NAME or KIND NAMESPACE/NAME.
func (o Object) short() string {
	if o.Namespace == "" {
		return o.Kind + " " + o.Name
	}
	return o.Kind + " " + o.Namespace + "/" + o.Name
}

// why is the reason where it says more than the effect does.
func why(c Change) string {
	switch {
	case c.Rule != "":
		return c.Rule + ": " + c.Reason
	case c.Effect == impact.Rolling && c.Reason == impact.ReasonRecipe:
		return ""
	}
	return c.Reason
}

// values are before and after as they are shown; shown is false where they say
// nothing, as with a changed password, or where there are none.
func values(c Change) (before, after string, shown bool) {
	if c.Before != nil {
		before = c.Before.Value
	}
	if c.After != nil {
		after = c.After.Value
	}
	if before == after {
		return "", "", false
	}
	before, after = elide(before, after)
	return before, after, true
}
