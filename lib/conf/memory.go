package conf

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SizeError says that a text is not one of Valkey's sizes. Suggestion is a size
// that is one and means what was probably meant, or empty.
type SizeError struct {
	Text       string
	Suggestion string
	// TooLarge: it is a size, but of more bytes than the directive can hold.
	TooLarge bool
}

func (e *SizeError) Error() string {
	const want = "want digits and one of b, k, kb, m, mb, g, gb"
	if e.TooLarge {
		return fmt.Sprintf("%q is too large: want a size that 64 bits can hold", e.Text)
	}
	if e.Suggestion == "" {
		return fmt.Sprintf("%q is not a Valkey size: %s", e.Text, want)
	}
	return fmt.Sprintf("%q is not a Valkey size: %s; did you mean %q?", e.Text, want, e.Suggestion)
}

// ParseMemory reads a size in Valkey's units and returns bytes: digits, then in
// any case nothing, b, k, kb, m, mb, g or gb. k, m and g are powers of 1000; kb, mb
// and gb powers of 1024 ("2g" is 2000000000, "2gb" 2147483648). No sign,
// fraction, exponent, space or percentage. The error is a [*SizeError].
//
// It is stricter than Valkey 9.1.2 in two cases, both certain mistakes: a size
// without digits ("gb"), which the server reads as 0, and one above 2^63-1
// bytes, which it wraps around.
func ParseMemory(s string) (int64, error) {
	n, multiplier, err := splitSize(s)
	if err != nil {
		return 0, err
	}
	if n > math.MaxInt64/multiplier {
		return 0, &SizeError{Text: s, TooLarge: true}
	}
	return int64(n * multiplier), nil
}

// checkUnsigned is for the few sizes that may be up to 2^64-1 bytes.
func checkUnsigned(s string) error {
	n, multiplier, err := splitSize(s)
	if err != nil {
		return err
	}
	if n > math.MaxUint64/multiplier {
		return &SizeError{Text: s, TooLarge: true}
	}
	return nil
}

func splitSize(s string) (n, multiplier uint64, err error) {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	multiplier, ok := unitBytes(lower(s[end:]))
	if !ok || end == 0 {
		return 0, 0, &SizeError{Text: s, Suggestion: suggestSize(s)}
	}
	if n, err = strconv.ParseUint(s[:end], 10, 64); err != nil {
		return 0, 0, &SizeError{Text: s, TooLarge: true}
	}
	return n, multiplier, nil
}

// unitBytes is the multiplier of a lower-case Valkey unit.
func unitBytes(unit string) (uint64, bool) {
	switch unit {
	case "", "b":
		return 1, true
	case "k":
		return 1000, true
	case "kb":
		return 1 << 10, true
	case "m":
		return 1000 * 1000, true
	case "mb":
		return 1 << 20, true
	case "g":
		return 1000 * 1000 * 1000, true
	case "gb":
		return 1 << 30, true
	default:
		return 0, false
	}
}

// suggestSize reads what Kubernetes and people write (2Gi, 1.5gb, 1e9, 2 GB) and
// writes it as a Valkey size, if it is a whole number of bytes.
func suggestSize(s string) string {
	s = strings.ReplaceAll(lower(s), " ", "")
	number := strings.TrimRight(s, "bgikmt")
	unit := s[len(number):]
	switch unit {
	case "ki", "kib", "mi", "mib", "gi", "gib":
		unit = unit[:1] + "b"
	}
	var multiplier float64
	switch unit {
	case "t":
		multiplier = 1e12
	case "tb", "ti", "tib":
		multiplier, unit = 1<<40, "tb"
	default:
		m, ok := unitBytes(unit)
		if !ok {
			return ""
		}
		multiplier = float64(m)
	}
	n, err := strconv.ParseFloat(number, 64)
	bytes := n * multiplier
	const exact = 1 << 53 // above it a float64 skips whole numbers
	if err != nil || !(bytes > 0 && bytes < exact) || bytes != math.Trunc(bytes) {
		return ""
	}
	return formatSize(int64(bytes), strings.HasSuffix(unit, "b"))
}

func formatSize(bytes int64, binary bool) string {
	units := []string{"g", "m", "k"}
	if binary {
		units = []string{"gb", "mb", "kb"}
	}
	for _, unit := range units {
		if m, _ := unitBytes(unit); uint64(bytes)%m == 0 {
			return strconv.FormatUint(uint64(bytes)/m, 10) + unit
		}
	}
	return strconv.FormatInt(bytes, 10)
}
