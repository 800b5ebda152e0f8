package conf

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Check says whether a server of the catalogue's version takes the value: type,
// words of an enum, number of arguments, range. The error says what is allowed
// and never repeats the value, except a memory size. It judges the
// text alone: whether a file exists, a port is free or a build has a feature (activedefrag,
// mptcp) is not its business.
//
// It agrees with what Valkey 8.0.1, 8.1.1 and 9.1.2 do with a configuration file
// (the testbed replays good and bad values of every directive), and is stricter
// only for certain mistakes: a size without digits (see [ParseMemory]), and a size
// or number that the server wraps around to another one.
func (d Directive) Check(value string) error {
	if d.Ignored {
		return nil
	}
	if HasControl(value) {
		return errControl
	}
	args, err := d.arguments(value)
	if err != nil {
		return err
	}
	if err := d.checkArity(len(args)); err != nil {
		return err
	}
	for _, arg := range args {
		if err := d.checkWord(arg); err != nil {
			return err
		}
	}
	return d.checkRule(args)
}

// arguments is what the server's parser hands to the directive: a value of
// several arguments is split, and a single argument of such a directive is split
// once more (`save "900 1"`).
func (d Directive) arguments(value string) ([]string, error) {
	if !d.Multi {
		return []string{value}, nil
	}
	args, err := Split(value)
	if err != nil {
		return nil, err
	}
	if len(args) == 1 && args[0] != "" && d.resplits() {
		if args, err = Split(args[0]); err != nil {
			return nil, err
		}
	}
	if len(args) == 0 {
		args = []string{""}
	}
	return args, nil
}

// resplits: rename-command, user and loadmodule are read before the general rule.
func (d Directive) resplits() bool {
	return d.Name != "rename-command" && d.Name != "user" && d.Name != "loadmodule"
}

func (d Directive) checkArity(n int) error {
	least, most := d.MinArgs(), d.MaxArgs()
	switch {
	case d.Rule == "buffer-limit":
		return nil // counted by its own rule, where no argument at all is allowed
	case n < least && most == 0:
		return fmt.Errorf("want at least %s, got %d", plural(least, "argument"), n)
	case n < least || most > 0 && n > most:
		if least == most {
			return fmt.Errorf("want %s, got %d", plural(least, "argument"), n)
		}
		return fmt.Errorf("want %d to %d arguments, got %d", least, most, n)
	}
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func (d Directive) checkWord(arg string) error {
	switch d.Type {
	case TypeBool:
		if w := lower(arg); w != "yes" && w != "no" {
			return errors.New("want yes or no")
		}
	case TypeEnum:
		if !slices.ContainsFunc(d.Enum, func(w string) bool { return lower(w) == lower(arg) }) {
			return fmt.Errorf("want %s", oneOf(d.Enum))
		}
	case TypeInteger:
		return d.checkInteger(arg)
	case TypeMemory:
		return d.checkMemory(arg)
	case TypeString, TypeSpecial:
	}
	return nil
}

func oneOf(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return "one of " + strings.Join(words, ", ")
}

func (d Directive) checkInteger(arg string) error {
	n, err := parseInteger(arg)
	if d.Octal {
		n, err = parseLax(arg, 8)
	}
	if err != nil || !d.inRange(n) {
		return fmt.Errorf("want %s", d.rangeText("a whole number"))
	}
	return nil
}

func (d Directive) checkMemory(arg string) error {
	if number, isPercent := strings.CutSuffix(arg, "%"); isPercent && d.Percent {
		if n, err := parseInteger(number); err != nil || n < 0 || n > 100 {
			return errors.New("want a percentage from 0% to 100%")
		}
		return nil
	}
	if n, err := parseInteger(arg); err == nil && d.Signed {
		return d.checkSize(n)
	}
	if d.Max != nil && *d.Max > math.MaxInt64 {
		return checkUnsigned(arg)
	}
	n, err := ParseMemory(arg)
	if err != nil {
		return err
	}
	return d.checkSize(n)
}

func (d Directive) checkSize(n int64) error {
	if !d.inRange(n) {
		return fmt.Errorf("want %s", d.rangeText("a size"))
	}
	return nil
}

func (d Directive) inRange(n int64) bool {
	if d.Min != nil && n < *d.Min {
		return false
	}
	return d.Max == nil || n < 0 || uint64(n) <= *d.Max
}

// rangeText is what and the bounds, leaving out an upper bound that only says how
// wide the server's integer is.
func (d Directive) rangeText(what string) string {
	var b strings.Builder
	b.WriteString(what)
	const widest = 1<<31 - 1
	bounded := d.Max != nil && *d.Max < widest
	switch {
	case d.Min != nil && bounded && d.Octal:
		fmt.Fprintf(&b, " in octal from %o to %o", *d.Min, *d.Max)
	case d.Min != nil && bounded:
		fmt.Fprintf(&b, " from %d to %d", *d.Min, *d.Max)
	case d.Min != nil && *d.Min > -widest:
		fmt.Fprintf(&b, " of at least %d", *d.Min)
	}
	if d.Unit != "" {
		fmt.Fprintf(&b, " (%s)", d.Unit)
	}
	return b.String()
}
