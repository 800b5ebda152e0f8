package catalogue

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTyped(t *testing.T) {
	tests := map[string]struct {
		refusal string
		want    shape
	}{
		"bool":    {"argument must be 'yes' or 'no'", shape{kind: "bool"}},
		"enum":    {"argument(s) must be one of the following: no, yes, local", shape{kind: "enum", enum: []string{"no", "yes", "local"}}},
		"integer": {"argument couldn't be parsed into an integer", shape{kind: "integer"}},
		"octal":   {"argument couldn't be parsed as an octal number", shape{kind: "integer", octal: true}},
		"memory":  {"argument must be a memory value", shape{kind: "memory"}},
		"percent": {"argument must be a memory or percent value", shape{kind: "memory", percent: true}},
		"text":    {"", shape{}},
		"own":     {"Invalid save parameters", shape{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, known := typed(tt.refusal)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(shape{})); diff != "" || known != (tt.want.kind != "") {
				t.Errorf("known %v (-want +got):\n%s", known, diff)
			}
		})
	}
}

// answers is a shaper for a server that refuses some values with a text and takes all others.
func answers(refused map[string]string) shaper {
	return shaper{"x", func(value string) (parsed, error) {
		text, bad := refused[value]
		return parsed{accepted: !bad, refusal: text}, nil
	}}
}

func TestBounds(t *testing.T) {
	const low, high, huge = "-9223372036854775808", "9223372036854775807", "18446744073709551615"
	tests := map[string]struct {
		shape   shape
		refused map[string]string
		min     int64
		max     uint64
		signed  bool
	}{
		"between":         {shape{kind: "integer"}, map[string]string{low: "argument must be between -1 and 64 inclusive"}, -1, 64, false},
		"octal":           {shape{kind: "integer", octal: true}, map[string]string{high: "argument must be between 0 and 777 inclusive"}, 0, 511, false},
		"widest integer":  {shape{kind: "integer"}, map[string]string{huge: saysInteger}, 0, 1<<63 - 1, false},
		"size":            {shape{kind: "memory"}, map[string]string{"-1": saysMemory, "0": "argument must be between 1 and 9223372036854775807 inclusive"}, 1, 1<<63 - 1, false},
		"signed size":     {shape{kind: "memory"}, map[string]string{low: "argument must be between -1 and 9 inclusive"}, -1, 9, true},
		"widest size":     {shape{kind: "memory"}, map[string]string{"-1": saysMemory}, 0, 1<<64 - 1, false},
		"with percentage": {shape{kind: "memory", percent: true}, map[string]string{"-1": saysPercent}, 0, 1<<63 - 1, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found := tt.shape
			find := answers(tt.refused).integerBounds
			if found.kind == "memory" {
				find = answers(tt.refused).memoryBounds
			}
			if err := find(&found); err != nil {
				t.Fatal(err)
			}
			if *found.min != tt.min || *found.max != tt.max || found.signed != tt.signed {
				t.Errorf("%d to %d, signed %v, want %d to %d, %v", *found.min, *found.max, found.signed, tt.min, tt.max, tt.signed)
			}
		})
	}
}

func TestAnother(t *testing.T) {
	bounded := func(kind string, octal bool, low int64, high uint64) shape {
		s := shape{kind: kind, octal: octal}
		s.setBounds(low, high)
		return s
	}
	tests := map[string]struct {
		shape       shape
		value, want string
	}{
		"no":       {shape{kind: "bool"}, "no", "yes"},
		"yes":      {shape{kind: "bool"}, "yes", "no"},
		"word":     {shape{kind: "enum", enum: []string{"a", "b"}}, "a", "b"},
		"number":   {bounded("integer", false, 0, 9), "3", "4"},
		"greatest": {bounded("integer", false, 0, 9), "9", "8"},
		"octal":    {bounded("integer", true, 0, 511), "700", "701"},
		"text":     {shape{kind: "string"}, "", "0"},
	}
	for name, tt := range tests {
		if got := another(tt.shape, grammar{}, tt.value); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	if got := another(shape{kind: "special"}, grammar{Sample: "1 1"}, ""); got != "1 1" {
		t.Errorf("%q, want the sample", got)
	}
}

func TestEndings(t *testing.T) {
	got := endings([]string{"tls-port", "port"})
	for _, want := range []string{"tls-port", "port", "ls-port", "rt"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if !slices.IsSorted(got) || len(got) != 7 {
		t.Errorf("%q, want seven, sorted", got)
	}
}
