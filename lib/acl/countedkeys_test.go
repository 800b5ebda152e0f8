package acl

import "testing"

// A number of keys that the key specs cannot read is counted in another way, by
// which a key only needs a pattern (seen on 8.0.1, 8.1.1 and 9.1.2).
func TestCountedKeys(t *testing.T) {
	cases := map[string]struct {
		rules string
		argv  []string
		want  Verdict
	}{
		"read strictly":              {"%R~a +@all", []string{"ZINTER", "2", "a", "b"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"write pattern, strictly":    {"%W~a +@all", []string{"ZINTER", "1", "a"}, Verdict{Reason: KeyForbidden, Object: "a"}},
		"write pattern, laxly":       {"%W~a +@all", []string{"ZINTER", "01", "a"}, Verdict{Allowed: true}},
		"fraction":                   {"%R~a +@all", []string{"ZINTER", "2.5", "a", "b"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"text behind":                {"%R~a +@all", []string{"EVAL", "x", "1x", "b"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"no digits":                  {"%R~a +@all", []string{"EVAL", "x", "x", "b"}, Verdict{Allowed: true}},
		"more keys than arguments":   {"%R~a +@all", []string{"ZINTER", "3", "b", "c"}, Verdict{Allowed: true}},
		"negative":                   {"%R~a +@all", []string{"ZINTER", "-1", "b"}, Verdict{Allowed: true}},
		"key to store in comes last": {"~a +@all", []string{"ZUNIONSTORE", "b", " 1", "c"}, Verdict{Reason: KeyForbidden, Object: "c"}},
		"key to store in":            {"~c +@all", []string{"ZUNIONSTORE", "b", "+1", "c"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"not for msetex":             {"~a +@all", []string{"MSETEX", "01", "b", "x"}, Verdict{Allowed: true}},
		"strictly for msetex":        {"~a +@all", []string{"MSETEX", "1", "b", "x"}, Verdict{Reason: KeyForbidden, Object: "b"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := userOf(t, c.rules).MayRun(c.argv...); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// 2^32+1 is cut off to 1 by the key specs before 9.1, and later by what counts in
// another way.
func TestCountsOfMoreThan32Bits(t *testing.T) {
	for version, want := range map[*Catalogue]bool{For(8, 0): false, For(8, 1): false, For(9, 1): true} {
		us, err := Parse("user u on nopass resetchannels %W~a +@all", version)
		if err != nil {
			t.Fatal(err)
		}
		if got := user(t, us, "u").MayRun("ZINTER", "4294967297", "a").Allowed; got != want {
			t.Errorf("%s: allowed %v, want %v", version.Version, got, want)
		}
	}
}
