package apply

import (
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// fieldSet is a set of fields as managedFields spells it (FieldsV1): a path
// element to the set below it. An empty set is a leaf, whose whole value is
// owned. Elements are "f:NAME" of a field, "k:KEYS" of an item that its keys
// tell apart, "v:VALUE" of an item that is its own key, and "." of the thing
// itself beside what is below it.
type fieldSet = map[string]any

const (
	self       = "."
	fieldPart  = "f:"
	keysPart   = "k:"
	valuePart  = "v:"
	partLength = 2
)

// ownedFields are the fields that our manager applied. There are none when the
// object was never applied, or in another version of its kind.
func ownedFields(live metav1.Object, apiVersion string) (fieldSet, bool, error) {
	for _, entry := range live.GetManagedFields() {
		if entry.Manager != string(FieldOwner) || entry.Operation != metav1.ManagedFieldsOperationApply ||
			entry.Subresource != "" || entry.APIVersion != apiVersion || entry.FieldsV1 == nil {
			continue
		}
		var set fieldSet
		if err := utiljson.Unmarshal(entry.FieldsV1.GetRawBytes(), &set); err != nil {
			return nil, false, err
		}
		return set, true, nil
	}
	return nil, false, nil
}

// below returns the set under an element, and whether there is one.
func below(set fieldSet, element string) (fieldSet, bool) {
	sub, ok := set[element].(fieldSet)
	return sub, ok
}

// elements counts what a set has below itself.
func elements(set fieldSet) int {
	if _, ok := set[self]; ok {
		return len(set) - 1
	}
	return len(set)
}

// keysOf are the fields by which an item is told apart.
func keysOf(element string) (map[string]any, bool) {
	if !strings.HasPrefix(element, keysPart) {
		return nil, false
	}
	var keys map[string]any
	err := utiljson.Unmarshal([]byte(element[partLength:]), &keys)
	return keys, err == nil
}

// valueOf is the item that is its own key.
func valueOf(element string) (any, bool) {
	if !strings.HasPrefix(element, valuePart) {
		return nil, false
	}
	var value any
	err := utiljson.Unmarshal([]byte(element[partLength:]), &value)
	return value, err == nil
}
