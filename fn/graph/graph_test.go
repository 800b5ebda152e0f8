package graph

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func named(kind, name, former, prefixes string) Object {
	return NewObject(kind, "", name, map[string]string{annotationPreviousNames: former, annotationPrefixes: prefixes})
}

func TestResolve(t *testing.T) {
	const config, role = v1alpha1.KindConfig, v1alpha1.KindRole
	secret := func(namespace, name, former string) Object {
		return NewObject(KindSecret, namespace, name, map[string]string{annotationPreviousNames: former})
	}
	tests := map[string]struct {
		objects []Object
		from    Object
		ref     Reference
		want    string
		wantOK  bool
	}{
		"a current name": {[]Object{named(config, "standard", "", "")}, named(v1alpha1.KindCluster, "c", "", ""),
			Reference{Kind: config, Name: "standard"}, "standard", true},
		"a former name": {[]Object{named(config, "dev-b-standard", "standard,b-standard", "b-,dev-")}, named(v1alpha1.KindCluster, "c", "", ""),
			Reference{Kind: config, Name: "standard"}, "dev-b-standard", true},
		"the name in between": {[]Object{named(config, "dev-b-standard", "standard,b-standard", "b-,dev-")}, named(v1alpha1.KindCluster, "c", "", ""),
			Reference{Kind: config, Name: "b-standard"}, "dev-b-standard", true},
		"current before former": {[]Object{named(config, "x", "standard", ""), named(config, "standard", "", "")}, named(v1alpha1.KindCluster, "c", "", ""),
			Reference{Kind: config, Name: "standard"}, "standard", true},
		"two copies of one base": {[]Object{named(config, "a-standard", "standard", "a-"), named(config, "b-standard", "standard", "b-")},
			named(v1alpha1.KindCluster, "b-c", "c", "b-"), Reference{Kind: config, Name: "standard"}, "b-standard", true},
		"ambiguous stays": {[]Object{named(config, "a-standard", "standard", "a-"), named(config, "b-standard", "standard", "b-")},
			named(v1alpha1.KindCluster, "c", "", ""), Reference{Kind: config, Name: "standard"}, "standard", false},
		"other kinds do not count": {[]Object{named(role, "dev-standard", "standard", "dev-")}, named(v1alpha1.KindCluster, "c", "", ""),
			Reference{Kind: config, Name: "standard"}, "standard", false},
		"a Secret of the same namespace": {[]Object{secret("b", "x-tls", "tls"), secret("a", "y-tls", "tls")},
			NewObject(v1alpha1.KindCluster, "a", "c", nil), Reference{Kind: KindSecret, Name: "tls"}, "y-tls", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := NewIndex(test.objects).Resolve(test.from, test.ref)
			if got != test.want || ok != test.wantOK {
				t.Errorf("Resolve(%v) = %q, %v, want %q, %v", test.ref, got, ok, test.want, test.wantOK)
			}
		})
	}
}

func object(spec map[string]any) map[string]any { return map[string]any{"spec": spec} }

func TestReferences(t *testing.T) {
	acl := []any{map[string]any{"permissions": []any{map[string]any{"roleRef": "rw"}, map[string]any{"roleRef": "ro"}}}}
	tests := map[string]struct {
		kind string
		spec map[string]any
		want []string
	}{
		"a config": {v1alpha1.KindConfig, map[string]any{"imageRef": "i", "baseRef": "b", "acl": acl}, []string{
			"spec.imageRef ValkeyImage i", "spec.baseRef ValkeyConfig b",
			"spec.acl[0].permissions[0].roleRef ValkeyRole rw", "spec.acl[0].permissions[1].roleRef ValkeyRole ro",
		}},
		"a cluster": {v1alpha1.KindCluster, map[string]any{"configRef": "c", "tls": map[string]any{"secretRef": "s"}},
			[]string{"spec.configRef ValkeyConfig c", "spec.tls.secretRef Secret s"}},
		"fields of a wrong type": {v1alpha1.KindCluster, map[string]any{"configRef": int64(1), "acl": "x", "tls": []any{}}, nil},
		"an image":               {v1alpha1.KindImage, map[string]any{"imageRef": "i"}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, r := range References(test.kind, object(test.spec)) {
				got = append(got, r.Path+" "+r.Kind+" "+r.Name)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("references differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRewriteChangesWhatResolvesOnly(t *testing.T) {
	spec := map[string]any{"configRef": "standard", "tls": map[string]any{"secretRef": "elsewhere"}}
	index := NewIndex([]Object{named(v1alpha1.KindConfig, "dev-standard", "standard", "dev-")})
	Rewrite(index, NewObject(v1alpha1.KindCluster, "a", "c", nil), object(spec))
	want := map[string]any{"configRef": "dev-standard", "tls": map[string]any{"secretRef": "elsewhere"}}
	if diff := cmp.Diff(want, spec); diff != "" {
		t.Errorf("spec differs (-want +got):\n%s", diff)
	}
}
