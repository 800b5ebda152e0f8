package schema

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Random damage: the shortcut must never accept what the server's libraries
// refuse, nor the other way round. Every violation's path must lead somewhere.
func TestShortcutAgreesWithTheLibraries(t *testing.T) {
	fast, slow := newValidator(t), withoutShortcut(t)
	accepted, refused := 0, 0
	for seed := range uint64(1500) {
		random := rand.New(rand.NewPCG(seed, 1))
		object := full(t, kinds()[random.IntN(5)])
		old := cloneObject(object)
		for range random.IntN(3) {
			damage(random, object)
		}
		got := fast.Validate(object)
		if diff := cmp.Diff(slow.Validate(object), got); diff != "" {
			t.Fatalf("seed %d: with the libraries alone (-) and with the shortcut (+):\n%s\n%v", seed, diff, object)
		}
		if len(got) == 0 {
			accepted++
		} else {
			refused++
		}
		if diff := cmp.Diff(slow.ValidateUpdate(object, old), fast.ValidateUpdate(object, old)); diff != "" {
			t.Fatalf("seed %d, update: with the libraries alone (-) and with the shortcut (+):\n%s", seed, diff)
		}
	}
	if accepted < 300 || refused < 300 {
		t.Errorf("got %d accepted and %d refused, want many of both", accepted, refused)
	}
}

// damage changes one random place below value.
func damage(random *rand.Rand, value any) {
	replacements := []any{
		nil, "", "a", "A b", 0, -1, 1.5, true, hash, "read", "valkey.gomomento.com/x", "_momento_x",
		[]any{}, []any{"x"}, map[string]any{}, map[string]any{"a": "b"}, strings.Repeat("a", 70),
	}
	switch value := value.(type) {
	case map[string]any:
		keys := sortedKeys(value)
		if len(keys) == 0 || random.IntN(8) == 0 {
			value["key"+keySuffix(random)] = replacements[random.IntN(len(replacements))]
			return
		}
		key := keys[random.IntN(len(keys))]
		switch random.IntN(8) {
		case 0:
			delete(value, key)
		case 1:
			value[key] = clone(replacements[random.IntN(len(replacements))])
		default:
			if isScalar(value[key]) {
				value[key] = clone(replacements[random.IntN(len(replacements))])
			} else {
				damage(random, value[key])
			}
		}
	case []any:
		if len(value) > 0 {
			i := random.IntN(len(value))
			if random.IntN(6) == 0 || isScalar(value[i]) {
				value[i] = clone(replacements[random.IntN(len(replacements))])
			} else {
				damage(random, value[i])
			}
		}
	}
}

func isScalar(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

func keySuffix(random *rand.Rand) string {
	return []string{"", ".x", "[0]", " y", "/z"}[random.IntN(5)]
}

// The largest legal object must stay within the cost that the server allows
// CEL at run time, since the shortcut does not count it.
func TestLargestObjectsStayWithinTheCost(t *testing.T) {
	slow := withoutShortcut(t)
	for _, kind := range []string{"ValkeyConfig", "ValkeyCluster"} {
		object := full(t, kind)
		list := manyItems(spec(object)["acl"].([]any)[0], 64)
		for _, item := range list {
			name := item.(map[string]any)["username"].(string)
			item.(map[string]any)["username"] = strings.Repeat("u", 128-len(name)) + name
		}
		spec(object)["acl"] = list
		if kind == "ValkeyCluster" {
			many := map[string]any{}
			for key, value := range manyKeys(256) {
				many[strings.Repeat("k", 200)+key] = value
			}
			spec(object)["podAnnotations"] = many
		}
		expect(t, slow.Validate(object))
	}
}

func TestConcurrentUse(t *testing.T) {
	v := newValidator(t)
	bad := cluster(t)
	spec(bad)["shards"] = 0
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				if got := v.Validate(bad); len(got) != 1 {
					t.Errorf("got %v, want one violation", got)
				}
			}
		})
	}
	group.Wait()
}

// The package stays light: what the server needs to run is not in it.
func TestDependencies(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if len(packages) > 550 {
		t.Errorf("got %d packages, want at most 550", len(packages))
	}
	for _, p := range packages {
		for _, heavy := range []string{"k8s.io/client-go", "go.etcd.io", "google.golang.org/grpc", "/registry/customresource"} {
			if strings.Contains(p, heavy) {
				t.Errorf("it depends on %s", p)
			}
		}
	}
}
