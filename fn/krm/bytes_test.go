package krm_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
)

const foreignObjects = 10_000

// TestForeignObjectsKeepTheirBytes puts the objects of the API group, which
// ValkeyRender changes, among ten thousand others.
func TestForeignObjectsKeepTheirBytes(t *testing.T) {
	configs := map[string]string{
		"no functionConfig":   "",
		"ValkeyValidate":      config("ValkeyValidate", "{rules: {VK003: off}}"),
		"ValkeyRender":        config("ValkeyRender", "{}"),
		"ValkeyRender emits":  config("ValkeyRender", "{emit: configMap}"),
		"ValkeyMenu":          config("ValkeyMenu", "{repository: valkey/valkey, images: [{version: \"9.0.0\"}]}"),
		"ValkeyMenu replaces": config("ValkeyMenu", "{repository: mirror, images: [{version: \"9.1.2\", name: valkey-9-1}]}"),
	}
	for name, c := range configs {
		t.Run(name, func(t *testing.T) {
			standard := base
			if c != "" {
				standard = strings.Replace(base, "name: standard", "name: standard\n  namespace: wrong", 1)
			}
			items, want := mixed([]string{image, standard, role, cluster})
			out, stderr, exit := run(t, list(c, items...))
			if exit != 0 {
				t.Fatalf("exit code %d, want 0; standard error:\n%s", exit, stderr)
			}
			rest := out
			for i, element := range want {
				at := strings.Index(rest, element)
				if at < 0 {
					t.Fatalf("foreign object %d is not there in its place and its bytes:\n%s", i, element)
				}
				rest = rest[at+len(element):]
			}
			again, _, _ := run(t, out)
			if again != out {
				t.Error("a second run changes the output of the first")
			}
		})
	}
}

// mixed spreads the given items among foreign ones, and returns the foreign
// ones as they stand in the list.
func mixed(ours []string) (items, want []string) {
	for i := range foreignObjects {
		if i%(foreignObjects/len(ours)) == 1 {
			items = append(items, ours[i/(foreignObjects/len(ours))])
		}
		items = append(items, foreign(i))
		want = append(want, element(foreign(i)))
	}
	return items, want
}

func TestNothingToChangeGivesTheInputBack(t *testing.T) {
	in := list(config("ValkeyRender", "{}"), image, role, foreign(0), foreign(3))
	if out, _, _ := run(t, in); out != in {
		t.Errorf("output differs from the input:\n%s", out)
	}
}

// TestOrderOfInputDecidesNothing shuffles the items: each comes out as before,
// what is emitted comes out in the same order, and the report is the same.
func TestOrderOfInputDecidesNothing(t *testing.T) {
	items := []string{
		image, base, role, cluster, foreign(0), foreign(2),
		strings.Replace(cluster, "name: cache", "name: other", 1),
		strings.Replace(strings.Replace(base, "name: standard", "name: broken", 1), "valkey-9-1", "none", 1),
	}
	for _, spec := range []string{config("ValkeyValidate", "{failLevel: never}"), config("ValkeyRender", "{emit: manifests}")} {
		var want []string
		for seed := range uint64(50) {
			shuffled := slices.Clone(items)
			rand.New(rand.NewPCG(seed, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			out, stderr, _ := run(t, list(spec, shuffled...))
			got := append(parts(t, out, len(items)), stderr)
			if seed == 0 {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d: the order of the input shows in what is added, changed or reported (-want +got):\n%s", seed, diff)
			}
		}
	}
}

// parts are the items that came in, sorted, then those that were added and the
// results, in their order.
func parts(t *testing.T, out string, in int) []string {
	t.Helper()
	l, err := resourcelist.Read([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, it := range l.Items() {
		all = append(all, string(it.Bytes()))
	}
	if len(all) < in {
		t.Fatalf("%d items came out, want at least %d", len(all), in)
	}
	slices.Sort(all[:in])
	_, results, _ := strings.Cut(out, "\nresults:")
	return append(all, results)
}
