package logging

import (
	"encoding"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
)

// encodable turns a value into one that JSON can always hold.
func encodable(value slog.Value) any {
	switch value.Kind() {
	case slog.KindString:
		return value.String()
	case slog.KindInt64:
		return value.Int64()
	case slog.KindUint64:
		return value.Uint64()
	case slog.KindBool:
		return value.Bool()
	case slog.KindFloat64:
		return finite(value.Float64())
	case slog.KindDuration:
		return value.Duration().String()
	default:
		return encodableAny(value.Any(), 0)
	}
}

// finite is the number, or its text where JSON has no number for it.
func finite(number float64) any {
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return strconv.FormatFloat(number, 'g', -1, 64)
	}
	return number
}

// maxDepth of lists within lists and of pointers to pointers: a value may hold
// itself.
const maxDepth = 4

// encodableAny never panics, also if a method of the value does.
func encodableAny(value any, depth int) (encoded any) {
	defer func() {
		if recover() != nil {
			encoded = typeName(value) + " that panics"
		}
	}()
	v := reflect.ValueOf(value)
	if !v.IsValid() || isNil(v) {
		return nil
	}
	if text, ok := textOf(value); ok {
		return text
	}
	switch v.Kind() {
	case reflect.Pointer:
		if depth < maxDepth {
			return encodableAny(v.Elem().Interface(), depth+1)
		}
	case reflect.Slice, reflect.Array:
		if depth < maxDepth && v.Type().Elem().Kind() != reflect.Uint8 {
			return encodableList(v, depth+1)
		}
	default:
		if scalar, ok := scalarOf(v); ok {
			return scalar
		}
	}
	return typeName(value)
}

// scalarOf is the value of types that are declared as a word, number or truth.
func scalarOf(v reflect.Value) (any, bool) {
	switch {
	case v.Kind() == reflect.String:
		return v.String(), true
	case v.Kind() == reflect.Bool:
		return v.Bool(), true
	case v.CanInt():
		return v.Int(), true
	case v.CanUint():
		return v.Uint(), true
	case v.CanFloat():
		return finite(v.Float()), true
	}
	return nil, false
}

// textOf is the text that a value gives itself. Types of the Kubernetes API are
// not asked: their String methods print all they hold, the data of a Secret and
// the environment of a container too.
func textOf(value any) (string, bool) {
	if err, ok := value.(error); ok {
		return err.Error(), true
	}
	if name, _, ok := reference(value); ok {
		return name, true
	}
	if isAPIStruct(reflect.TypeOf(value)) {
		return typeName(value), true
	}
	switch v := value.(type) {
	case interface{ UTC() time.Time }: // also metav1.Time
		return v.UTC().Format(timeLayout), true
	case runtime.Object:
		return typeName(value), true
	case fmt.Stringer:
		return v.String(), true
	case encoding.TextMarshaler:
		text, err := v.MarshalText()
		return string(text), err == nil
	}
	return "", false
}

func isAPIStruct(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && strings.HasPrefix(t.PkgPath(), "k8s.io/api/")
}

func encodableList(list reflect.Value, depth int) any {
	encoded := make([]any, 0, list.Len())
	for i := range list.Len() {
		encoded = append(encoded, encodableAny(list.Index(i).Interface(), depth))
	}
	return encoded
}

func typeName(value any) string { return fmt.Sprintf("(%T)", value) }

func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface, reflect.Func, reflect.Chan:
		return v.IsNil()
	default:
		return false
	}
}
