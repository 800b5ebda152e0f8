//go:build e2e

package act

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
)

func TestCopyFunctions(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "a", "b")
	for server, library := range map[string]string{"a": "wanted", "b": "former"} {
		f.tell(server, "FUNCTION", "LOAD", "#!lua name="+library+"\nserver.register_function('"+library+"', function() return 1 end)")
	}
	p, duplicate := f.look(), f.action(plan.CopyFunctions, "b", "a")
	f.own("b", slots.Between(5, 5))
	f.refuses(p, duplicate, "node b serves slots 5")
	f.disown("b", slots.Between(5, 5))
	for range 2 { // again does no harm
		f.does(p, duplicate)
		want, _ := f.says("a").Functions.Get()
		if got, known := f.says("b").Functions.Get(); !known || got != want {
			t.Errorf("b has the functions %q (known %t), want those of a, %q, alone", got, known, want)
		}
	}
}
