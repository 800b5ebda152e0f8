package parallel

import "testing"

func TestEach(t *testing.T) {
	calls := make([]int, 1000)
	Each(len(calls), func(i int) { calls[i]++ })
	for i, n := range calls {
		if n != 1 {
			t.Fatalf("want one call for %d, got %d", i, n)
		}
	}
	defer func() {
		if r := recover(); r != "deliberate" {
			t.Errorf("want the panic of the goroutine in the caller, got %v", r)
		}
	}()
	Each(10, func(i int) {
		if i == 7 {
			panic("deliberate")
		}
	})
}
