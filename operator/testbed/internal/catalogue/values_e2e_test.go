//go:build e2e

package catalogue

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// valuesOf are values to try on a directive, good and bad ones, derived from what the catalogue knows of it. Those of long
// lists are dealt out: the servers read all directives of a type by the same code, so that each directive needs some of
// the list and all together need the whole. turn is a number that differs between directives.
func valuesOf(d conf.Directive, turn int) []string {
	var values []string
	switch d.Type {
	case conf.TypeBool:
		values = append([]string{"yes", "no", "YES", "No", "true", "yes no"}, deal(turn, 2, "on", "1", "0", "y", "yes ", " no", "'yes'", "yess")...)
	case conf.TypeEnum:
		values = enumValues(d, turn)
	case conf.TypeInteger:
		values = integerValues(d, turn)
	case conf.TypeMemory:
		values = append(integerValues(d, turn), deal(turn, 9, sizes()...)...)
		values = append(values, "2097152", "2mb", "1.5gb", "18446744073709551615")
	case conf.TypeString:
		values = append([]string{"x", "a b", `a"b`}, deal(turn, 6, texts()...)...)
	case conf.TypeSpecial:
	}
	values = append(values, ruleValues(d.Rule)...)
	values = append(values, namedValues(d.Name)...)
	values = append(values, "", d.Default)
	slices.Sort(values)
	return slices.Compact(values)
}

// deal takes count values of a list, others for each turn.
func deal(turn, count int, list ...string) []string {
	var hand []string
	for i := range min(count, len(list)) {
		hand = append(hand, list[(turn*count+i)%len(list)])
	}
	return hand
}

func enumValues(d conf.Directive, turn int) []string {
	first, last := d.Enum[0], d.Enum[len(d.Enum)-1]
	values := append(slices.Clone(d.Enum), strings.ToUpper(first), strings.ToUpper(last[:1])+last[1:], first+"x", "no-such-word", first+" "+last)
	values = append(values, deal(turn, 3, first[:len(first)-1], first+" ", " "+last, first+","+last, "0", `'`+first+`'`, "true", strings.ToLower(first))...)
	if d.Multi {
		for _, word := range d.Enum {
			values = append(values, first+" "+word, word+" "+last)
		}
	}
	return values
}

// numbers are numbers as people write them and servers do not read them, or read them in their own way.
func numbers() []string {
	return []string{
		"01", "+7", "-0", "00", " 7", "7 ", "7 7", "1.0", "1e3", "0x10", "7,000", "7_000", "abc", "YES", "-", "--7", "'7'", "٣", "7s", "7ms",
		"99999999999999999999999", "-99999999999999999999999", "9223372036854775808", "18446744073709551616", "1kb", "64k", "10B", "1mb", "1gb",
		"2Gi", "gb", "b", "5%", "101%", "-5%", "%", "0777", "08", `"`, `"7"`,
	}
}

func integerValues(d conf.Directive, turn int) []string {
	base := 10
	if d.Octal {
		base = 8
		turn = 0
	}
	signed := func(n int64) string { return strconv.FormatInt(n, base) }
	unsigned := func(n uint64) string { return strconv.FormatUint(n, base) }
	values := append(deal(turn, 5, numbers()...), signed(*d.Min), signed(*d.Min+1), unsigned(*d.Max), unsigned(*d.Max/2+1), "1.5")
	if *d.Min > math.MinInt64 {
		values = append(values, signed(*d.Min-1))
	}
	if *d.Max < math.MaxUint64 {
		values = append(values, unsigned(*d.Max+1))
	}
	return values
}

func sizes() []string {
	return []string{
		"2MB", "2Mb", "2m", "2M", "2000k", "2048kb", "2097152b", "1g", "2097152B", "0b", "0gb", "0%", "1%", "100%", "1 gb", "2Gi", "50%",
		"-1gb", "+1gb", "1gbb", "1e9", "1t", "1tb", "1kib", "1Ki", "007mb", "9223372036854775807b", "8589934591gb", "8589934592gb", "9223372036854775808",
		"17179869184gb", "99999999999gb", "100", "50.5%", " 50%", "gb", "b", "1GB", "-1", "-2",
	}
}

// texts are texts that quoting has to carry over.
func texts() []string {
	return []string{
		"it's", `a\b`, `"a b"`, `'a b'`, "é", "\t", " x", "x ", "#x", "x#y", "a\x01b", "a\x7fb", "\xff", `\x41`, "{", "a,b", `"`, "0",
		strings.Repeat("x", 45), strings.Repeat("x", 46), strings.Repeat("x", 255), strings.Repeat("x", 256), strings.Repeat("x", 257),
		"a;b", "a=b", "a`b", "a:b", "a/b", "a_b", "a-b.c",
	}
}

// control are values with a byte that ends a line or a text. No server ever sees them.
func control() []string { return []string{"1\nport 1", "x\r", "x\x00y", "\n"} }
