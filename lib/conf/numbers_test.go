package conf

import (
	"math"
	"testing"
)

func TestParseLax(t *testing.T) {
	tests := map[string]struct {
		base int
		want int64
	}{
		"": {10, 0}, "0": {10, 0}, "007": {10, 7}, "+7": {10, 7}, "-7": {10, -7}, " 7": {10, 7}, "\t-07": {10, -7}, "777": {8, 511}, "+08": {10, 8},
		"9223372036854775807": {10, math.MaxInt64}, "9223372036854775808": {10, math.MaxInt64}, "-9999999999999999999999": {10, math.MinInt64},
		"7777777777777777777777777": {8, math.MaxInt64},
	}
	for text, tt := range tests {
		if got, err := parseLax(text, tt.base); err != nil || got != tt.want {
			t.Errorf("parseLax(%q, %d) = %d, %v, want %d", text, tt.base, got, err, tt.want)
		}
	}
	for text, base := range map[string]int{"8": 8, "08": 8, "7 ": 10, "+": 10, "-": 10, " ": 10, "+-7": 10, "-+7": 10, "0x10": 10, "1.5": 10, "x": 10, "1_0": 10, "٣": 10} {
		if got, err := parseLax(text, base); err == nil {
			t.Errorf("parseLax(%q, %d) = %d, want an error", text, base, got)
		}
	}
}

func TestParseInteger(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "7": 7, "-7": -7, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64} {
		if got, err := parseInteger(text); err != nil || got != want {
			t.Errorf("parseInteger(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", "+7", "07", "-0", "00", " 7", "7 ", "1.5", "1e3", "9223372036854775808", "x"} {
		if got, err := parseInteger(text); err == nil {
			t.Errorf("parseInteger(%q) = %d, want an error", text, got)
		}
	}
}
