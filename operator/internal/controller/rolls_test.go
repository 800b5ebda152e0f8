package controller

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/types"
)

func TestRolls(t *testing.T) {
	named := func(name string) types.NamespacedName { return types.NamespacedName{Namespace: "ns", Name: name} }
	a, b, c, d := named("a"), named("b"), named("c"), named("d")
	all := []types.NamespacedName{a, b, c, d}
	r := newRolls(2)
	demand := func(what, got, want string) {
		t.Helper()
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	demand("before the others were looked at", r.begin(a, all), "whether cluster ns/b rolls is not known yet")
	for _, name := range all[1:] {
		r.met(name)
	}
	r.saw(b, true, false) // it was in the middle before the restart
	demand("the second place", r.begin(a, all), "")
	demand("again", r.begin(a, all), "")
	demand("a third one", r.begin(c, all), "2 clusters may roll at the same time, and these do: ns/a, ns/b")
	r.saw(a, false, false)
	demand("between two shards a cluster keeps its place", r.begin(c, all), "2 clusters may roll")
	r.saw(a, false, true)
	r.met(a)
	demand("a is done", r.begin(c, all), "")
	r.forget(b)
	demand("b is gone", r.begin(d, all[2:]), "")
	r.saw(b, true, false)
	demand("one in the middle is over the limit", r.begin(a, all), "ns/b, ns/c, ns/d")
	if got := newRolls(0).begin(a, all); got != "" {
		t.Errorf("without a limit: %q", got)
	}
}
