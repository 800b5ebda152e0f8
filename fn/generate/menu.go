package generate

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// Menu returns the images, the roles, and the configs with each base before
// its variants, in the order of the description. Two objects of one name are
// an error that names both places.
func Menu(m *config.Menu) ([]runtime.Object, error) {
	b := builder{menu: m, places: map[string]string{}}
	for i, image := range m.Images {
		b.image(fmt.Sprintf("spec.images[%d]", i), image)
	}
	for i, role := range m.Roles {
		b.role(fmt.Sprintf("spec.roles[%d]", i), role)
	}
	for i, tree := range m.Trees {
		b.tree(fmt.Sprintf("spec.trees[%d]", i), tree)
	}
	return b.objects, b.err
}

// builder collects objects and the first name that is taken twice.
type builder struct {
	menu    *config.Menu
	objects []runtime.Object
	places  map[string]string
	err     error
}

func (b *builder) image(at string, image config.Image) {
	name := cmp.Or(image.Name, imageName(image.Version))
	b.add(at, &v1alpha1.ValkeyImage{
		TypeMeta: typeMeta(v1alpha1.KindImage), ObjectMeta: b.meta(name),
		Spec: v1alpha1.ValkeyImageSpec{
			Repository: cmp.Or(image.Repository, b.menu.Repository),
			Tag:        cmp.Or(image.Tag, image.Version),
			Version:    image.Version,
		},
	}, v1alpha1.KindImage, name)
}

// imageName is valkey- and the version, for example valkey-9-1-2.
func imageName(version string) string {
	return "valkey-" + strings.NewReplacer(".", "-", "_", "-", "+", "-").Replace(strings.ToLower(version))
}

func (b *builder) role(at string, role config.Role) {
	b.add(at, &v1alpha1.ValkeyRole{
		TypeMeta: typeMeta(v1alpha1.KindRole), ObjectMeta: b.meta(role.Name), Spec: role.ValkeyRoleSpec,
	}, v1alpha1.KindRole, role.Name)
}

func (b *builder) tree(at string, tree config.Tree) {
	b.config(at+".base", tree.Prefix, tree.Base, "")
	for i, variant := range tree.Variants {
		b.config(fmt.Sprintf("%s.variants[%d]", at, i), tree.Prefix, variant, tree.Prefix+tree.Base.Name)
	}
}

func (b *builder) config(at, prefix string, e config.Entry, base string) {
	name := prefix + e.Name
	b.add(at, &v1alpha1.ValkeyConfig{
		TypeMeta: typeMeta(v1alpha1.KindConfig), ObjectMeta: b.meta(name),
		Spec: v1alpha1.ValkeyConfigSpec{
			ImageRef: e.ImageRef, BaseRef: base, Resources: e.Resources, Valkey: e.Valkey, ACL: e.ACL,
		},
	}, v1alpha1.KindConfig, name)
}

func (b *builder) add(at string, object runtime.Object, kind, name string) {
	key := kind + " " + name
	if first, taken := b.places[key]; taken && b.err == nil {
		b.err = fmt.Errorf("%s: %s %q is described already by %s: give one of them another name", at, kind, name, first)
	}
	b.places[key] = at
	b.objects = append(b.objects, object)
}

func (b *builder) meta(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Name: name, Labels: maps.Clone(b.menu.Labels), Annotations: maps.Clone(b.menu.Annotations),
	}
}

func typeMeta(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: v1alpha1.APIVersion, Kind: kind}
}
