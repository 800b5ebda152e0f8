package krm_test

import (
	"io"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/krm"
	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
)

// FuzzRun feeds arbitrary lists. Nothing may panic, a run on its own output
// changes nothing, and no item is ever lost.
func FuzzRun(f *testing.F) {
	for _, spec := range []string{
		"", config("ValkeyRender", "{emit: manifests}"), config("ValkeyRender", "{emit: configMap, apply: true}"),
		config("ValkeyValidate", "{marker: true, failLevel: never}"),
		config("ValkeyMenu", "{repository: r, images: [{version: '1'}]}"),
		config("ValkeyTenant", "{tenants: [{name: a, subjects: [{kind: User, name: u}]}]}"),
	} {
		f.Add(list(spec, image, base, role, cluster, foreign(0)))
		f.Add(list(spec, built(image, "valkey-9-1", "dev-"), built(base, "standard", "dev-"), foreign(3)))
	}
	f.Add(list("", strings.Replace(cluster, "shards: 3", "shards: {a: [b]}", 1)))
	f.Add(list("", strings.Replace(base, "imageRef: valkey-9-1", "imageRef: &a [*a]", 1)))
	f.Add(list("", "a: &a {b: 1}\n", strings.Replace(cluster, "spec:", "spec: *a\nx:", 1)))
	f.Add(`{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[{"apiVersion":"valkey.gomomento.com/v1alpha1","kind":"ValkeyRole"}]}`)
	root := f.TempDir()
	f.Fuzz(func(t *testing.T, in string) {
		env := krm.Env{Root: root, Version: "v0", Stderr: io.Discard}
		out, exit := krm.Run([]byte(in), env)
		if exit == krm.ExitInternal {
			t.Fatalf("internal error for:\n%s\n%s", in, out)
		}
		if exit == krm.ExitUnreadable && out == nil {
			return
		}
		if before, after := count(t, in), count(t, string(out)); after < before {
			t.Fatalf("%d items came in, %d went out", before, after)
		}
		again, exitAgain := krm.Run(out, env)
		if exitAgain != exit || string(again) != string(out) {
			t.Errorf("exit code %d, then %d; the second run changes\n%s\nto\n%s", exit, exitAgain, out, again)
		}
	})
}

func count(t *testing.T, text string) int {
	t.Helper()
	l, err := resourcelist.Read([]byte(text))
	if err != nil {
		t.Fatalf("unreadable: %v\n%s", err, text)
	}
	return len(l.Items())
}
