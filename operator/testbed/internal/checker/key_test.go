package checker

import (
	"strings"
	"testing"
)

func TestValueRoundTrip(t *testing.T) {
	for _, size := range []int{1, 64, 1000} {
		value := encode("run1", 42, size)
		if len(value) < size {
			t.Errorf("%d bytes, want at least %d", len(value), size)
		}
		if number, ok := decode("run1", value); number != 42 || !ok {
			t.Errorf("decoded %d, %v; want 42", number, ok)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	cases := map[string]string{
		"another run":   encode("run2", 1, 64),
		"empty":         "",
		"no number":     "run1::xx",
		"not a number":  "run1:-1:xx",
		"cut off":       "run1:17",
		"other padding": "run1:17:xxyxx",
	}
	for name, value := range cases {
		if number, ok := decode("run1", value); ok {
			t.Errorf("%s: decoded %d", name, number)
		}
	}
}

func TestJudge(t *testing.T) {
	const missing = "\x00"
	cases := map[string]struct {
		key   key
		value string
		want  string // what is found, empty if it is right
	}{
		"the acknowledged one":                      {key{Sent: 3, Acked: 3}, encode("r", 3, 9), ""},
		"acknowledged and gone":                     {key{Sent: 3, Acked: 3}, missing, "nothing"},
		"an older one":                              {key{Sent: 3, Acked: 3}, encode("r", 2, 9), "the older number 2"},
		"a refused one":                             {key{Sent: 4, Acked: 3}, encode("r", 4, 9), "the number 4, which was refused or never sent"},
		"an unknown one that landed":                {key{Sent: 4, Acked: 3, Unknown: 4}, encode("r", 4, 9), ""},
		"an unknown one that did not":               {key{Sent: 4, Acked: 3, Unknown: 4}, encode("r", 3, 9), ""},
		"an unknown one does not excuse a loss":     {key{Sent: 4, Acked: 3, Unknown: 4}, missing, "nothing"},
		"an unknown one does not excuse an old one": {key{Sent: 4, Acked: 3, Unknown: 4}, encode("r", 1, 9), "the older number 1"},
		"the first is unknown and did not land":     {key{Sent: 1, Unknown: 1}, missing, ""},
		"the first was refused":                     {key{Sent: 1}, missing, ""},
		"zero is not an unknown number":             {key{Sent: 2, Acked: 2}, encode("r", 0, 9), "the older number 0"},
		"somebody else's":                           {key{Sent: 3, Acked: 3}, "other", "a value of another writer"},
		"an empty value":                            {key{Sent: 3, Acked: 3}, "", "a value of another writer"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, ok := c.key.judge("r", strings.TrimPrefix(c.value, missing), c.value != missing)
			if ok != (c.want == "") || (!ok && got != c.want) {
				t.Errorf("got %q, %v; want %q", got, ok, c.want)
			}
		})
	}
}

func TestKeyAfterUnknown(t *testing.T) {
	r := &Run{id: "r", tags: slotTags()}
	w := &writer{run: r, slots: []int{5, 9}, now: make([]slotKeys, 2)}
	first := w.key(0)
	if again := w.key(0); again != first {
		t.Error("a slot got a second key without need")
	}
	first.Unknown = 1
	second := w.key(0)
	if second == first || second.Name == first.Name || slotOf(r.tags[second.Slot]) != 5 {
		t.Errorf("after an unknown write: key %q after %q, want another of slot 5", second.Name, first.Name)
	}
	if other := w.key(1); other.Slot != 9 {
		t.Errorf("slot %d, want 9", other.Slot)
	}
	if len(w.keys) != 3 {
		t.Errorf("%d keys to read back, want 3", len(w.keys))
	}
}
