package status_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

func TestConfig(t *testing.T) {
	resolver := resolve.New(library(), resolve.DefaultOptions())
	gigs := `reading resources.memory "2 gigs" of ValkeyConfig "gigs": ` + resource.ErrFormatWrong.Error()
	for name, want := range map[string]string{
		"large":            "True Resolved: clusters can use it",
		"heir":             "True Resolved: clusters can use it",
		"base":             "True BaseOnly: other configs inherit from it and bring the image",
		"imageless":        `False NoImageInChain: no image_ref in config chain ending at "imageless"`,
		"dangling":         `False ImageNotFound: ValkeyImage "v7" not found; ValkeyRole "writer" not found (referenced by user "app")`,
		"orphan":           `False BaseConfigNotFound: ValkeyConfig "nobody" not found`,
		"roleless":         `False RoleNotFound: ValkeyRole "writer" not found (referenced by user "app")`,
		"heir-of-roleless": `False RoleNotFound: ValkeyRole "writer" not found (referenced by user "app")`,
		"gigs":             "False BadQuantity: " + gigs + `; ValkeyRole "writer" not found (referenced by user "app")`,
		"heir-of-gigs":     "False BadQuantity: " + gigs,
		"quotes":           `False BadDirectiveValue: rendering a setting of ValkeyConfig "quotes": directive "save": unbalanced quotes`,
		"loop":             `False BaseRefCycle: config inheritance depth exceeds 10 (cycle?): loop -> loop`,
	} {
		t.Run(name, func(t *testing.T) {
			config := library().Config(name)
			first := status.Config(config, resolver, now)
			ready := find(first.Conditions, "Ready")
			if got := brief(ready); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if len(first.Conditions) != 1 || ready.ObservedGeneration != 5 || first.ObservedGeneration != 5 || !ready.LastTransitionTime.Time.Equal(now) {
				t.Errorf("status is %+v", first)
			}
			config.Status = first
			if diff := cmp.Diff(first, status.Config(config, resolver, now.Add(time.Hour))); diff != "" {
				t.Errorf("the second status differs (-first +second):\n%s", diff)
			}
		})
	}
}

func TestConfigHealsWithItsOwnTime(t *testing.T) {
	resolver := resolve.New(library(), resolve.DefaultOptions())
	config := library().Config("large")
	config.Status = status.Config(library().Config("orphan"), resolver, now)
	healed := find(status.Config(config, resolver, now.Add(time.Hour)).Conditions, "Ready")
	if got := healed.LastTransitionTime.Sub(now); got != time.Hour {
		t.Errorf("the time of the change is %v after, want 1h", got)
	}
}

func TestImageAndRole(t *testing.T) {
	image, role := library().Image("v9"), library().Role("reader")
	want := "True Resolved: clusters can use it"
	for kind, of := range map[string]func(time.Time) v1alpha1.MenuStatus{
		"image": func(at time.Time) v1alpha1.MenuStatus { return status.Image(image, at) },
		"role":  func(at time.Time) v1alpha1.MenuStatus { return status.Role(role, at) },
	} {
		first := of(now)
		if got := brief(find(first.Conditions, "Ready")); got != want || first.ObservedGeneration != 1 {
			t.Errorf("%s: got %s of generation %d, want %s of 1", kind, got, first.ObservedGeneration, want)
		}
		image.Status, role.Status = first, first
		if diff := cmp.Diff(first, of(now.Add(time.Hour))); diff != "" {
			t.Errorf("%s: the second status differs (-first +second):\n%s", kind, diff)
		}
	}
}
