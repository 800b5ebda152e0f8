package status

import (
	"errors"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/render"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const usableMessage = "clusters can use it"

// Image returns the status of an image. Nobody contacts a registry, so an image
// is always Ready.
func Image(image *v1alpha1.ValkeyImage, now time.Time) v1alpha1.MenuStatus {
	return menuStatus(&image.Status, image.Generation, usable(), now)
}

// Role returns the status of a role, which refers to nothing and is always
// Ready.
func Role(role *v1alpha1.ValkeyRole, now time.Time) v1alpha1.MenuStatus {
	return menuStatus(&role.Status, role.Generation, usable(), now)
}

// Config returns the status of a config of the resolver's menu. It is Ready when
// its chain resolves, the roles that its users name are there, and a node can be
// made of it.
func Config(config *v1alpha1.ValkeyConfig, r *resolve.Resolver, now time.Time) v1alpha1.MenuStatus {
	return menuStatus(&config.Status, config.Generation, usableConfig(config, r), now)
}

func usableConfig(config *v1alpha1.ValkeyConfig, r *resolve.Resolver) condition {
	acl, lister := config.Spec.ACL, config.Name
	c := usable()
	var errs resolve.Errors
	switch resolved, err := r.Config(config.Name); {
	case err == nil:
		// The list may be inherited; a role that it lacks stops the heir too.
		acl, lister = resolved.ACL, resolved.ACLConfig
		errs = append(errs, recipeErrors(resolved, r)...)
	case err.Reason == resolve.ReasonNoImageInChain && isBase(r.Menu(), config.Name):
		c.reason, c.message = ReasonBaseOnly, "other configs inherit from it and bring the image"
	default:
		errs = append(errs, err)
	}
	errs = append(errs, resolve.RoleErrors(r.Menu(), menu.ConfigRef(lister), acl)...)
	if len(errs) > 0 {
		c.status, c.reason, c.message = metav1.ConditionFalse, string(errs[0].Reason), errs.Error()
	}
	return c
}

// recipeErrors say why no node can be made of a config that resolves. A cluster that
// selects it is Stalled for the same reason, with the same words.
func recipeErrors(resolved *resolve.Config, r *resolve.Resolver) resolve.Errors {
	var wrong *render.Error
	if errors.As(render.CheckConfig(resolved, r.Options()), &wrong) {
		return resolve.Errors{{Reason: wrong.Reason, Object: menu.ConfigRef(resolved.Name), Message: wrong.Error()}}
	}
	return nil
}

// isBase reports whether another config inherits from the named one, which then
// needs no image of its own: lint says the same.
func isBase(m *menu.Menu, name string) bool {
	for _, c := range m.Configs() {
		if c.Spec.BaseRef == name {
			return true
		}
	}
	return false
}

func usable() condition {
	return condition{kind: v1alpha1.ConditionReady, status: metav1.ConditionTrue, reason: ReasonResolved, message: usableMessage}
}

func menuStatus(former *v1alpha1.MenuStatus, generation int64, c condition, now time.Time) v1alpha1.MenuStatus {
	return v1alpha1.MenuStatus{
		ObservedGeneration: generation,
		Conditions:         conditions(former.Conditions, []condition{c}, generation, now),
	}
}
