package controller

import (
	"errors"
	"fmt"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// A conflict is no error worth a line; another error beside it is.
func TestOnlyConflicts(t *testing.T) {
	conflict := apierrors.NewConflict(schema.GroupResource{Resource: "pods"}, "cache", errors.New("changed"))
	other := errors.New("refused")
	cases := map[string]struct {
		err  error
		want bool
	}{
		"none":                     {nil, false},
		"a conflict":               {conflict, true},
		"a wrapped one":            {fmt.Errorf("writing: %w", conflict), true},
		"two":                      {errors.Join(conflict, fmt.Errorf("writing: %w", conflict)), true},
		"another":                  {other, false},
		"another before":           {errors.Join(other, conflict), false},
		"another behind":           {errors.Join(conflict, other), false},
		"another, joined in depth": {errors.Join(conflict, errors.Join(conflict, other)), false},
	}
	for name, c := range cases {
		if got := onlyConflicts(c.err); got != c.want {
			t.Errorf("%s: got %t, want %t", name, got, c.want)
		}
	}
}
