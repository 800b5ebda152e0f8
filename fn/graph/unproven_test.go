package graph

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// remembered is an object with what kustomize remembers of it: former names,
// former namespaces, prefixes, suffixes, in lists separated by commas.
func remembered(kind, name, names, namespaces, prefixes, suffixes string) Object {
	return NewObject(kind, "", name, map[string]string{
		annotationPreviousNames: names, annotationPreviousNamespaces: namespaces,
		annotationPrefixes: prefixes, annotationSuffixes: suffixes,
	})
}

func TestResolveAmongRenamed(t *testing.T) {
	const config, cluster = v1alpha1.KindConfig, v1alpha1.KindCluster
	a := remembered(config, "dev-a-standard", "standard,a-standard", "", "a-,dev-", "")
	b := remembered(config, "dev-b-standard", "standard,b-standard", "", "b-,dev-", "")
	shared := remembered(config, "standard", "", "", "", "")
	own := remembered(config, "own-standard", "standard", "", "own-", "")
	suffixed := remembered(config, "standard-x", "standard", "", "", "-x")
	tests := map[string]struct {
		objects []Object
		from    Object
		want    string
		wantOK  bool
	}{
		"the copy of the same base":     {[]Object{a, b}, remembered(cluster, "dev-b-c", "c,b-c", "", "b-,dev-", ""), "dev-b-standard", true},
		"neither copy":                  {[]Object{a, b}, remembered(cluster, "c", "", "", "", ""), "standard", false},
		"ambiguous from the overlay":    {[]Object{a, b}, remembered(cluster, "dev-c", "c", "", "dev-", ""), "standard", false},
		"below one prefix of two":       {[]Object{a, own}, remembered(cluster, "dev-c", "c", "", "dev-", ""), "dev-a-standard", true},
		"shared before another's own":   {[]Object{shared, own}, remembered(cluster, "c-x", "c", "", "", "-x"), "standard", true},
		"own before shared":             {[]Object{shared, own}, remembered(cluster, "own-c", "c", "", "own-", ""), "own-standard", true},
		"own by its suffix":             {[]Object{shared, own, suffixed}, remembered(cluster, "c-x", "c", "", "", "-x"), "standard-x", true},
		"shared for what kept its name": {[]Object{shared, own}, remembered(cluster, "c", "", "", "", ""), "standard", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := NewIndex(test.objects).Resolve(test.from, Reference{Kind: config, Name: "standard"})
			if got != test.want || ok != test.wantOK {
				t.Errorf("got %q, %v, want %q, %v", got, ok, test.want, test.wantOK)
			}
		})
	}
}

func TestUnproven(t *testing.T) {
	const config, image, cluster = v1alpha1.KindConfig, v1alpha1.KindImage, v1alpha1.KindCluster
	renamed := remembered(config, "dev-standard", "standard", "default", "dev-", "")
	known := remembered(config, "dev-standard", "standard", "_non_namespaceable_", "dev-", "")
	later := remembered(config, "dev-b-standard", "standard,b-standard", "default,_non_namespaceable_", "b-,dev-", "")
	secret := func(hash string) Object {
		return NewObject(KindSecret, "a", "tls", map[string]string{annotationHash: hash})
	}
	from := NewObject(cluster, "a", "c", nil)
	tests := map[string]struct {
		objects []Object
		ref     Reference
		want    string
	}{
		"renamed":                     {[]Object{renamed}, Reference{Kind: config, Name: "standard"}, "dev-standard"},
		"mended already":              {[]Object{renamed}, Reference{Kind: config, Name: "dev-standard"}, ""},
		"resolves to nothing":         {[]Object{renamed}, Reference{Kind: config, Name: "other"}, ""},
		"nothing renamed":             {[]Object{remembered(config, "standard", "", "", "", "")}, Reference{Kind: config, Name: "standard"}, ""},
		"the scope was known":         {[]Object{known}, Reference{Kind: config, Name: "standard"}, ""},
		"it was at the last renaming": {[]Object{later}, Reference{Kind: config, Name: "standard"}, ""},
		"it was for another object":   {[]Object{renamed, remembered(image, "dev-i", "i", "_non_namespaceable_", "dev-", "")}, Reference{Kind: config, Name: "standard"}, ""},
		"a hash to come":              {[]Object{secret("enabled")}, Reference{Kind: KindSecret, Name: "tls"}, "tls"},
		"no hash to come":             {[]Object{secret(""), renamed}, Reference{Kind: KindSecret, Name: "tls"}, ""},
		"a hash to come, scope known": {[]Object{secret("enabled"), known}, Reference{Kind: KindSecret, Name: "tls"}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			x := NewIndex(test.objects)
			got, unproven := x.Unproven(from, test.ref)
			if got != test.want && (unproven || test.want != "") || unproven != (test.want != "") {
				t.Errorf("got %q, %v, want %q", got, unproven, test.want)
			}
			if unproven && x.Proven() {
				t.Error("unproven, and the index says that nothing can be")
			}
		})
	}
}
