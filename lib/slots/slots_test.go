package slots

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustParse(t *testing.T, text string) Set {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParseAndString(t *testing.T) {
	cases := map[string]string{
		"":                       "",
		"0":                      "0",
		"16383":                  "16383",
		"0-16383":                "0-16383",
		"7 9 11-12":              "7 9 11-12",
		"5-6 7-8":                "5-8",
		"9 3 4 8-10":             "3-4 8-10",
		"63-64 127-128 190 192 ": "63-64 127-128 190 192",
	}
	for text, want := range cases {
		t.Run(text, func(t *testing.T) {
			if got := mustParse(t, text).String(); got != want {
				t.Errorf("Parse(%q) writes %q, want %q", text, got, want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	cases := map[string]string{
		"16384":     `reading slot range "16384": slot 16384 is above 16383`,
		"0-16384":   `reading slot range "0-16384": slot 16384 is above 16383`,
		"-1":        `reading slot range "-1": "" is not a slot number`,
		"5-3":       `reading slot range "5-3": it ends before it begins`,
		"5-":        `reading slot range "5-": "" is not a slot number`,
		"1-2-3":     `reading slot range "1-2-3": "2-3" is not a slot number`,
		"[93-<-a1]": `reading slot range "[93-<-a1]": "[93" is not a slot number`,
		"+5":        `reading slot range "+5": "+5" is not a slot number`,
	}
	for text, want := range cases {
		t.Run(text, func(t *testing.T) {
			_, err := Parse(text)
			if err == nil || err.Error() != want {
				t.Errorf("Parse(%q) error %v, want %s", text, err, want)
			}
		})
	}
}

func TestAlgebra(t *testing.T) {
	a, b := mustParse(t, "0-99 200"), mustParse(t, "50-149")
	cases := map[string]struct {
		got  Set
		want string
	}{
		"or":              {a.Or(b), "0-149 200"},
		"and":             {a.And(b), "50-99"},
		"without":         {a.Without(b), "0-49 200"},
		"first 3":         {a.First(3), "0-2"},
		"first of few":    {a.First(1000), "0-99 200"},
		"last 3":          {a.Last(3), "98-99 200"},
		"last of few":     {a.Last(1000), "0-99 200"},
		"none":            {a.First(0), ""},
		"below nothing":   {a.First(-1), ""},
		"between swapped": {Between(5, 4), ""},
		"between outside": {Between(-5, 99999), "0-16383"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := c.got.String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if !a.Has(200) || a.Has(100) || a.Has(-1) || a.Has(Count) || a.Len() != 101 || a.Empty() || !a.Without(a).Empty() {
		t.Error("membership, size or emptiness is wrong")
	}
}

func TestSplit(t *testing.T) {
	cases := map[int][]string{
		0: {},
		1: {"0-16383"},
		3: {"0-5461", "5462-10922", "10923-16383"},
		4: {"0-4095", "4096-8191", "8192-12287", "12288-16383"},
	}
	for n, want := range cases {
		got := []string{}
		for _, s := range Split(n) {
			got = append(got, s.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Split(%d) (-want +got):\n%s", n, diff)
		}
	}
}

func TestBalance(t *testing.T) {
	cases := map[string]struct {
		owned   []string
		leaving []int
		want    []string // "from to slots"
	}{
		"balanced":     {owned: []string{"0-8191", "8192-16383"}},
		"one more":     {owned: []string{"0-8191", "8192-16383", ""}, want: []string{"0>2 5462-8191", "1>2 13653-16383"}},
		"leaves":       {owned: []string{"0-5461", "5462-10922", "10923-16383"}, leaving: []int{2}, want: []string{"2>0 13654-16383", "2>1 10923-13653"}},
		"all leave":    {owned: []string{"0-16383"}, leaving: []int{0}},
		"odd stays":    {owned: []string{"0-8190", "8191-16382"}},
		"a part alone": {owned: []string{"0-99", ""}, want: []string{"0>1 50-99"}},
		"to a leaver":  {owned: []string{"0-16383", "", ""}, leaving: []int{1}, want: []string{"0>2 8192-16383"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			owned, leaving := make([]Set, len(c.owned)), make([]bool, len(c.owned))
			for i, text := range c.owned {
				owned[i] = mustParse(t, text)
			}
			for _, i := range c.leaving {
				leaving[i] = true
			}
			var got []string
			for _, m := range Balance(owned, leaving) {
				got = append(got, string(rune('0'+m.From))+">"+string(rune('0'+m.To))+" "+m.Slots.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("moves (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.owned[0], owned[0].String()); diff != "" {
				t.Errorf("the argument was changed (-want +got):\n%s", diff)
			}
		})
	}
}

// TestBalanceOfRandomDivisions demands of any division what Balance promises.
func TestBalanceOfRandomDivisions(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(12)
		owned, leaving := make([]Set, n), make([]bool, n)
		for slot := range Count {
			if i := rng.IntN(n + 1); i < n {
				owned[i] = owned[i].Or(Between(slot, slot))
			}
		}
		for i := range leaving {
			leaving[i] = i > 0 && rng.IntN(4) == 0
		}
		total, moved, surplus := Set{}, 0, 0
		for _, s := range owned {
			total = total.Or(s)
		}
		moves := Balance(owned, leaving)
		want := targets(owned, leaving)
		for i, s := range owned {
			surplus += max(0, s.Len()-want[i])
		}
		for _, m := range moves {
			if !m.Slots.Without(owned[m.From]).Empty() || leaving[m.To] {
				t.Fatalf("seed %d: move %d>%d of %s is not possible", seed, m.From, m.To, m.Slots)
			}
			owned[m.From], owned[m.To] = owned[m.From].Without(m.Slots), owned[m.To].Or(m.Slots)
			moved += m.Slots.Len()
		}
		least, most, after := Count, 0, Set{}
		for i, s := range owned {
			if !after.And(s).Empty() {
				t.Fatalf("seed %d: a slot has two owners", seed)
			}
			after = after.Or(s)
			switch {
			case leaving[i] && !s.Empty():
				t.Fatalf("seed %d: owner %d leaves with %d slots", seed, i, s.Len())
			case !leaving[i]:
				least, most = min(least, s.Len()), max(most, s.Len())
			}
		}
		if after != total || most-least > 1 || moved != surplus {
			t.Fatalf("seed %d: slots lost %v, spread %d to %d, moved %d where %d were too many", seed, after != total, least, most, moved, surplus)
		}
	}
}
