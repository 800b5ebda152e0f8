package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// problem is what one catalogue says against a value.
type problem struct {
	version conf.Version
	err     error
}

// valueProblems checks a value in every version that it reaches and knows the
// directive. ok is false when no such version remains. Directives that never
// take effect, placeholders and control characters are others' business.
func (r *run) valueProblems(s setting) (problems []problem, ok bool) {
	if conf.IsManaged(s.name) || conf.IsForced(s.name, false) || r.open(s.value) || conf.HasControl(s.value) {
		return nil, false
	}
	for _, version := range s.versions {
		catalogue := conf.For(version)
		seen := func(p problem) bool { return p.version == catalogue.Version }
		d, known := catalogue.Lookup(s.name)
		if !known || slices.ContainsFunc(problems, seen) {
			continue
		}
		problems = append(problems, problem{catalogue.Version, d.Check(s.value)})
	}
	return problems, len(problems) > 0
}

// badDirectiveValue reports values that a server refuses, except sizes, and
// warns of those that it takes and that hardly mean what they say.
func badDirectiveValue(r *run) []Finding {
	modules := r.configsWithModules()
	return r.perSetting(func(s setting) []Finding {
		if refused := s.refused(r, func(err error) bool { return !isSizeError(err) }); len(refused) > 0 {
			return refused
		}
		if problems, ok := r.valueProblems(s); !ok || problems[0].err != nil {
			return nil
		}
		if clash, found := s.fileClash(r); found {
			return []Finding{clash}
		}
		if refused, found := s.renameRefused(modules[s.config]); found {
			return []Finding{refused}
		}
		return s.doubts()
	})
}

// refused words the problems of the kind that is asked for: once when every
// version says the same, else with the version.
func (s setting) refused(r *run, concerns func(error) bool) []Finding {
	problems, ok := r.valueProblems(s)
	if !ok {
		return nil
	}
	differ := slices.ContainsFunc(problems, func(p problem) bool { return text(p.err) != text(problems[0].err) })
	var out []Finding
	for _, p := range problems {
		if p.err == nil || !concerns(p.err) {
			continue
		}
		in := ""
		if differ {
			in = fmt.Sprintf(" in Valkey %s", p.version)
		}
		out = append(out, s.finding("%s does not take this value%s: %s%s", s.title(), in, p.err, s.valueHint(p.version)))
	}
	return out
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func isSizeError(err error) bool {
	var size *conf.SizeError
	return errors.As(err, &size)
}

// badMemorySize reports what is no Valkey size, and warns where a size means
// something else to whoever thinks in Kubernetes units.
func badMemorySize(r *run) []Finding {
	return r.perSetting(func(s setting) []Finding {
		if refused := s.refused(r, isSizeError); len(refused) > 0 {
			return refused
		}
		if problems, ok := r.valueProblems(s); !ok || problems[0].err != nil {
			return nil
		}
		if message, doubtful := doubtfulSize(s); doubtful {
			f := s.finding("%s", message)
			f.Severity = Warning
			return []Finding{f}
		}
		return nil
	})
}

// doubtfulSize finds sizes in powers of 1000, which are seldom meant: 2g is
// 2000000000 bytes, 7 % less than 2gb, and 1500m is 1.5 to Kubernetes.
func doubtfulSize(s setting) (message string, doubtful bool) {
	d, known := conf.LookupAny(s.name)
	if !known || d.Type != conf.TypeMemory || s.value == "" {
		return "", false
	}
	number, unit := s.value[:len(s.value)-1], strings.ToLower(s.value[len(s.value)-1:])
	bytes, err := conf.ParseMemory(s.value)
	if err != nil || !slices.Contains([]string{"k", "m", "g"}, unit) {
		return "", false
	}
	message = fmt.Sprintf("%q is %d bytes: k, m and g are powers of 1000; did you mean %q?", s.value, bytes, number+unit+"b")
	if quantity, err := resource.ParseQuantity(s.value); err == nil && unit == "m" {
		message = fmt.Sprintf("%q is %d bytes to Valkey, and %s to Kubernetes; did you mean %q?",
			s.value, bytes, decimal(quantity), number+"mb")
	}
	return message, true
}

// decimal prints a quantity as a plain number: 1500m is 1.5.
func decimal(q resource.Quantity) string {
	text := q.AsDec().String()
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
