package menu

import (
	"bytes"
	"encoding/json"
	"slices"
)

// index holds the objects of one kind.
type index[T any] struct {
	byRef      map[Ref]*T
	sorted     []*T
	order      []Ref
	duplicates []Ref
}

func newIndex[T any](objects []T, ref func(*T) Ref) index[T] {
	x := index[T]{byRef: make(map[Ref]*T, len(objects))}
	repeated := map[Ref]bool{}
	for i := range objects {
		object := objects[i]
		r := ref(&object)
		if kept, ok := x.byRef[r]; ok {
			repeated[r] = true
			if !before(&object, kept) {
				continue
			}
		}
		x.byRef[r] = &object
	}
	for r := range x.byRef {
		x.order = append(x.order, r)
	}
	slices.SortFunc(x.order, Ref.Compare)
	for _, r := range x.order {
		x.sorted = append(x.sorted, x.byRef[r])
		if repeated[r] {
			x.duplicates = append(x.duplicates, r)
		}
	}
	return x
}

// before orders two objects of one name by their JSON form; an object that has
// none sorts last.
func before[T any](a, b *T) bool {
	aJSON, errA := json.Marshal(a)
	bJSON, errB := json.Marshal(b)
	if errA != nil || errB != nil {
		return errA == nil
	}
	return bytes.Compare(aJSON, bJSON) < 0
}

func (x index[T]) get(r Ref) *T { return x.byRef[r] }

func (x index[T]) names() []string {
	names := make([]string, 0, len(x.order))
	for _, r := range x.order {
		if r.Namespace != "" {
			names = append(names, r.Namespace+"/"+r.Name)
			continue
		}
		names = append(names, r.Name)
	}
	return names
}
