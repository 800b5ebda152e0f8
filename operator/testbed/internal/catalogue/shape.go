package catalogue

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The words by which the servers, 8.0 to 9.1, say what kind of value they want.
const (
	saysBool    = "argument must be 'yes' or 'no'"
	saysEnum    = "argument(s) must be one of the following: "
	saysInteger = "argument couldn't be parsed into an integer"
	saysOctal   = "argument couldn't be parsed as an octal number"
	saysMemory  = "argument must be a memory value"
	saysPercent = "argument must be a memory or percent value"
	saysArity   = "wrong number of arguments"
)

var saysBounds = regexp.MustCompile(`^argument must be between (-?\d+) and (\d+) inclusive$`)

// strange is a value that only a directive of free text takes.
const strange = "!s/{~"

// shape is what a server's parser tells of the values that a directive takes.
type shape struct {
	kind                   string
	enum                   []string
	multi                  bool
	percent, signed, octal bool
	min                    *int64
	max                    *uint64
	// ownGrammar: a text, but not any.
	ownGrammar bool
}

// shaper asks about one directive.
type shaper struct {
	name string
	say  func(values string) (parsed, error)
}

// shapeOf finds out by refused values. A running server that may set the directive is asked first, since that takes no
// start; it says the same as the parser of files of all types but texts, whose effect may be what it refuses.
func (r recorder) shapeOf(ctx context.Context, live *server, name, value string) (shape, error) {
	file := shaper{name, func(values string) (parsed, error) { return parse(ctx, r.program, name+" "+values) }}
	s := file
	if live != nil {
		s.say = func(values string) (parsed, error) { return live.trySet(name, values, value) }
	}
	one, err := s.say(strange)
	if err != nil {
		return shape{}, err
	}
	found, known := typed(one.refusal)
	switch found.kind {
	case "integer":
		err = s.integerBounds(&found)
		return found, err
	case "memory":
		err = s.memoryBounds(&found)
		return found, err
	case "bool":
		return found, nil
	}
	two, err := file.say("no-word no-word")
	if err != nil {
		return shape{}, err
	}
	found.multi = two.refusal != saysArity
	if known {
		return found, nil
	}
	if one, err = file.say(strange); err != nil {
		return shape{}, err
	}
	found.kind, found.ownGrammar = "string", !one.accepted
	if found.multi {
		found.kind, found.ownGrammar = "special", false
	}
	return found, nil
}

// typed reads the type from what a server says to a strange value. A text is not known by that.
func typed(refusal string) (found shape, known bool) {
	words, isEnum := strings.CutPrefix(refusal, saysEnum)
	switch {
	case refusal == saysBool:
		found.kind = "bool"
	case isEnum:
		found.kind, found.enum = "enum", strings.Split(words, ", ")
	case refusal == saysInteger || refusal == saysOctal:
		found.kind, found.octal = "integer", refusal == saysOctal
	case refusal == saysMemory || refusal == saysPercent:
		found.kind, found.percent = "memory", refusal == saysPercent
	}
	return found, found.kind != ""
}

// trySet sets a directive, and then to its own value again.
func (s *server) trySet(name, values, own string) (parsed, error) {
	replies, err := s.pipeline([][]string{{"CONFIG", "SET", name, values}, {"CONFIG", "SET", name, own}})
	if err != nil {
		return parsed{}, err
	}
	_, refusal, _ := strings.Cut(replies[0].text, " - ")
	return parsed{accepted: !replies[0].isError, refusal: refusal}, nil
}

// integerBounds: a number out of the bounds makes the server say them. It says none if the bounds are as wide as its
// integers; then it takes every number that it can read, and turns a negative one into a huge one.
func (s shaper) integerBounds(found *shape) error {
	for _, far := range []string{"-9223372036854775808", "9223372036854775807", "7777777777"} {
		if told, err := s.bounds(found, far); told || err != nil {
			return err
		}
	}
	highest, err := s.say("18446744073709551615")
	if err != nil {
		return err
	}
	found.setBounds(0, math.MaxInt64)
	if highest.accepted {
		found.setBounds(0, math.MaxUint64)
	}
	return nil
}

// memoryBounds does the same for sizes, which have no sign but where a server says so.
func (s shaper) memoryBounds(found *shape) error {
	negative, err := s.say("-1")
	if err != nil {
		return err
	}
	found.signed = negative.accepted
	for _, far := range []string{"0", "18446744073709551615", "-9223372036854775808"} {
		if told, err := s.bounds(found, far); told || err != nil {
			return err
		}
	}
	found.setBounds(0, math.MaxUint64)
	if found.percent {
		found.setBounds(0, math.MaxInt64) // a percentage is a negative number to the server
	}
	return nil
}

func (s shaper) bounds(found *shape, value string) (told bool, err error) {
	answer, err := s.say(value)
	if err != nil {
		return false, err
	}
	m := saysBounds.FindStringSubmatch(answer.refusal)
	if m == nil {
		return false, nil
	}
	base := 10
	if found.octal {
		base = 8
	}
	low, err := strconv.ParseInt(m[1], base, 64)
	if err != nil {
		return false, fmt.Errorf("directive %q: lower bound: %w", s.name, err)
	}
	high, err := strconv.ParseUint(m[2], base, 64)
	if err != nil {
		return false, fmt.Errorf("directive %q: upper bound: %w", s.name, err)
	}
	found.setBounds(low, high)
	return true, nil
}

func (s *shape) setBounds(low int64, high uint64) { s.min, s.max = &low, &high }
