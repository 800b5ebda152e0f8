package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// No violation may repeat a password hash or the value of a setting, wherever
// it was misplaced.
func TestSecretsStayInside(t *testing.T) {
	for name, change := range secretTests() {
		t.Run(name, func(t *testing.T) {
			expectNoSecret(t, change, func(v *Validator, o map[string]any) any { return v.Validate(o) })
		})
	}
}

const secret = "5ecret5ecret"

// secretTests put secrets where they belong and are wrong, and where they do not
// belong.
func secretTests() map[string]func(map[string]any) {
	upper := strings.ToUpper(hash)
	binding := func(o map[string]any) map[string]any { return spec(o)["acl"].([]any)[0].(map[string]any) }
	return map[string]func(map[string]any){
		"hash with #":       func(o map[string]any) { binding(o)["passwordHashes"] = []any{"#" + hash} },
		"hash in capitals":  func(o map[string]any) { binding(o)["passwordHashes"] = []any{upper} },
		"password, no hash": func(o map[string]any) { binding(o)["passwordHashes"] = []any{secret} },
		"hash without list": func(o map[string]any) { binding(o)["passwordHashes"] = secret },
		"hash in a map":     func(o map[string]any) { binding(o)["passwordHashes"] = map[string]any{"a": secret} },
		"hash as number":    func(o map[string]any) { binding(o)["passwordHashes"] = []any{12345678901234567} },
		"binding as text":   func(o map[string]any) { spec(o)["acl"] = []any{"user:" + secret} },
		"acl as text":       func(o map[string]any) { spec(o)["acl"] = secret },
		"hash as username":  func(o map[string]any) { binding(o)["username"] = ">" + upper },
		"hash as key access": func(o map[string]any) {
			permission(binding(o))["keys"] = []any{map[string]any{"pattern": "a", "access": hash}}
		},
		"setting of wrong type": func(o map[string]any) {
			spec(o)["valkey"] = map[string]any{"requirepass": []any{secret}, "port": 12345678901234567}
		},
		"setting too long": func(o map[string]any) {
			spec(o)["valkey"] = map[string]any{"requirepass": strings.Repeat(secret, 6000)}
		},
		"settings as text":   func(o map[string]any) { spec(o)["valkey"] = "requirepass " + secret },
		"settings as a list": func(o map[string]any) { spec(o)["valkey"] = []any{"requirepass " + secret} },
	}
}

func expectNoSecret(t *testing.T, change func(map[string]any), judge func(*Validator, map[string]any) any) {
	t.Helper()
	v, object := newValidator(t), full(t, v1alpha1.KindConfig)
	change(object)
	if len(v.Validate(object)) == 0 {
		t.Fatal("nothing is refused")
	}
	text := strings.ToLower(fmt.Sprintf("%#v", judge(v, object)))
	for _, hidden := range []string{hash[:16], secret, "12345678901234567"} {
		if strings.Contains(text, hidden) {
			t.Errorf("the verdict repeats %q: %s", hidden, text)
		}
	}
}

func permission(binding map[string]any) map[string]any {
	return binding["permissions"].([]any)[0].(map[string]any)
}
