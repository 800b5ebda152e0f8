package logging_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

type panics struct{}

func (panics) String() string { panic("no") }

type pointerError struct{ text string }

func (e *pointerError) Error() string { return e.text }

type lazy struct{ value any }

func (l lazy) LogValue() slog.Value { return slog.AnyValue(l.value) }

func TestValues(t *testing.T) {
	type word string
	type number uint8
	selfish := []any{nil}
	selfish[0] = selfish
	tests := map[string]struct{ value, want any }{
		"text":              {"a", "a"},
		"integer":           {int64(-3), -3.0},
		"unsigned":          {uint64(3), 3.0},
		"truth":             {true, true},
		"float":             {1.5, 1.5},
		"no number":         {math.NaN(), "NaN"},
		"infinite":          {math.Inf(-1), "-Inf"},
		"small infinite":    {float32(math.Inf(1)), "+Inf"},
		"duration":          {90 * time.Second, "1m30s"},
		"time":              {clock(), "2026-03-01T00:02:03.045678Z"},
		"time of an object": {metav1.NewTime(clock()), "2026-03-01T00:02:03.045678Z"},
		"list of times":     {[]time.Time{clock()}, []any{"2026-03-01T00:02:03.045678Z"}},
		"error":             {fmt.Errorf("outer: %w", errors.New("inner")), "outer: inner"},
		"nil error":         {(*pointerError)(nil), nil},
		"nil":               {nil, nil},
		"Stringer":          {netip.MustParseAddr("::1"), "::1"},
		"panic":             {panics{}, "(logging_test.panics) that panics"},
		"lazy":              {lazy{lazy{"a"}}, "a"},
		"word":              {word("a"), "a"},
		"number":            {number(3), 3.0},
		"pointer":           {ptr("a"), "a"},
		"list":              {[]word{"a", "b"}, []any{"a", "b"}},
		"list of durations": {[]time.Duration{time.Second}, []any{"1s"}},
		"list of errors":    {[]error{errors.New("a"), nil}, []any{"a", nil}},
		"list of objects":   {[]types.NamespacedName{{Namespace: "a", Name: "b"}}, []any{"b"}},
		"list in itself":    {selfish, []any{[]any{[]any{[]any{"([]interface {})"}}}}},
		"object":            {types.NamespacedName{Namespace: "a", Name: "b"}, "b"},
		"bytes":             {[]byte("secret"), "([]uint8)"},
		"array of bytes":    {[3]byte{1, 2, 3}, "([3]uint8)"},
		"map":               {map[string]string{"a": "secret"}, "(map[string]string)"},
		"struct":            {struct{ Password string }{"secret"}, "(struct { Password string })"},
		"function":          {func() {}, "(func())"},
		"channel":           {make(chan int), "(chan int)"},
		"Secret":            {&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "s"}, StringData: map[string]string{"a": "secret"}}, "s"},
		"part of a Pod":     {&corev1.Container{Env: []corev1.EnvVar{{Name: "a", Value: "secret"}}}, "(*v1.Container)"},
		"phase":             {corev1.PodRunning, "Running"},
		"list of Secrets":   {&corev1.SecretList{Items: []corev1.Secret{{StringData: map[string]string{"a": "secret"}}}}, "(*v1.SecretList)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			logger, out := newLogger(t, "")
			logger.Info("m", "v", test.value)
			if text := out.String(); strings.Contains(text, "secret") {
				t.Errorf("a secret was logged: %s", text)
			}
			fields, _ := object(t, out)["fields"].(map[string]any)
			if diff := cmp.Diff(test.want, fields["v"]); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGroupsAreDottedKeys(t *testing.T) {
	logger, out := newLogger(t, "")
	logger.With(slog.Group("a", "x", 1)).WithGroup("b").WithGroup("").With("y", 2).
		Info("m", slog.Group("c", "z", 3, slog.Group("", "w", 4)), slog.Attr{}, slog.Group("empty"), slog.Any("", "v"))
	want := map[string]any{"message": "m", "a.x": 1.0, "b.y": 2.0, "b.c.z": 3.0, "b.c.w": 4.0, "b.field": "v"}
	if diff := cmp.Diff(want, object(t, out)["fields"]); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

func ptr[T any](value T) *T { return &value }
