package conf

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

var errNumber = errors.New("not a whole number")

// parseInteger reads a decimal number as the server does for most directives: no
// sign but '-', no leading zero, no space, within 64 bits.
func parseInteger(s string) (int64, error) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" || digits[0] == '0' && s != "0" {
		return 0, errNumber
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, errNumber
	}
	return n, nil
}

// parseLax reads a number as C's strtoll does, by which the server reads the
// numbers of some grammars: white space, a sign of either kind and zeros may
// come first, nothing at all is 0, and what 64 bits cannot hold is the nearest
// number that they can.
func parseLax(s string, base int) (int64, error) {
	if s == "" {
		return 0, nil
	}
	rest := s
	for rest != "" && isSpace(rest[0]) {
		rest = rest[1:]
	}
	digits := strings.TrimPrefix(rest, "-")
	if len(digits) == len(rest) {
		digits = strings.TrimPrefix(rest, "+")
	}
	if digits == "" || strings.Trim(digits, "01234567"+"89"[:max(0, base-8)]) != "" {
		return 0, errNumber
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(rest, "+"), base, 64)
	switch {
	case !errors.Is(err, strconv.ErrRange):
		return n, err
	case rest[0] == '-':
		return math.MinInt64, nil
	}
	return math.MaxInt64, nil
}
