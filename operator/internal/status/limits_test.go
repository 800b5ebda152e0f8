package status_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

// reasonPattern is that of metav1.Condition.
var reasonPattern = regexp.MustCompile(`^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`)

// reasonsOf reads the constants of type Reason from a source file, since a
// package has no list of its own constants.
func reasonsOf(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Reason" {
			return true
		}
		for _, value := range spec.Values {
			text, err := strconv.Unquote(value.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			reasons = append(reasons, text)
		}
		return true
	})
	if len(reasons) < 8 {
		t.Fatalf("%s has %d reasons, want at least 8", file, len(reasons))
	}
	return reasons
}

func TestReasonsFitTheAPI(t *testing.T) {
	all := append(status.Reasons(), reasonsOf(t, "../../../lib/plan/reasons.go")...)
	all = append(all, reasonsOf(t, "../../../lib/resolve/errors.go")...)
	for _, rule := range lint.Rules() {
		all = append(all, rule.Slug)
	}
	for _, reason := range all {
		if !reasonPattern.MatchString(reason) || len(reason) > 128 {
			t.Errorf("reason %q does not fit", reason)
		}
		seen := healthy(t)
		seen.Decision = wait(plan.Reason(reason), "", "x")
		if got := find(status.Compute(seen).Conditions, "Ready").Reason; got != reason {
			t.Errorf("reason %q became %q", reason, got)
		}
	}
}

func TestReasonsAreSlugsOfRules(t *testing.T) {
	for _, reason := range []string{status.ReasonTLSSecretInvalid, status.ReasonManagedDirective} {
		if _, found := lint.Lookup(reason); !found {
			t.Errorf("no rule has the slug %q", reason)
		}
	}
}

// A reason that the API refuses would cost the whole status.
func TestBadReasons(t *testing.T) {
	for reason, want := range map[string]string{
		"": "Unspecified", "two words": "Unspecified", "1st": "Unspecified", "Ends:": "Unspecified", "Ümlaut": "Unspecified",
		strings.Repeat("a", 1025): "Unspecified", "a,b:c_": "a,b:c_", "A": "A",
	} {
		seen := healthy(t)
		seen.Decision = wait(plan.Reason(reason), "", "x")
		if got := find(status.Compute(seen).Conditions, "Ready").Reason; got != want || !reasonPattern.MatchString(got) {
			t.Errorf("reason %.20q became %q, want %q", reason, got, want)
		}
	}
}

func TestMessagesAreBounded(t *testing.T) {
	seen := healthy(t)
	seen.Decision = wait(plan.PodBlocked, "", strings.Repeat("é", 20000))
	for _, c := range status.Compute(seen).Conditions {
		if len(c.Message) > 32768 || !utf8.ValidString(c.Message) {
			t.Errorf("%s has a message of %d bytes, valid UTF-8: %t", c.Type, len(c.Message), utf8.ValidString(c.Message))
		}
	}
}

func TestBound(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want string
	}{
		"fits":              {"12345678", "12345678"},
		"one too many":      {"123456789", "12345..."},
		"within a letter":   {"1234é6789", "1234..."},
		"not UTF-8":         {"12\xff4", "12?4"},
		"not UTF-8 and cut": {"\xff23456789", "?2345..."},
	} {
		t.Run(name, func(t *testing.T) {
			if got := status.Bound(test.text, 8); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
