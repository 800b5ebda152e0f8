package krm

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/generate"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// menu adds the menu that the functionConfig describes, and the objects of its
// sources as they are.
func (r *run) menu() error {
	objects, err := generate.Menu(r.config.Menu)
	if err != nil {
		return &configError{err}
	}
	if err := r.upsertTyped(false, objects...); err != nil {
		return err
	}
	return r.copySources(&r.config.Menu.Common)
}

// tenant adds the onboarding bundle of each product team.
func (r *run) tenant() error {
	objects, err := generate.Tenant(r.config.Tenant)
	if err != nil {
		return &configError{err}
	}
	if err := r.upsertTyped(false, objects...); err != nil {
		return err
	}
	return r.copySources(&r.config.Tenant.Common)
}

// copySources adds the objects of the API group that the sources hold.
func (r *run) copySources(common *config.Common) error {
	objects, _, err := r.sources(common)
	if err != nil {
		return err
	}
	for _, o := range objects {
		if o.APIVersion != v1alpha1.APIVersion {
			continue
		}
		if err := r.upsert(o.Data); err != nil {
			return fmt.Errorf("%s: %w", o.Place(""), err)
		}
	}
	return nil
}

// configError is a functionConfig that reads well and describes something
// impossible.
type configError struct{ cause error }

func (e *configError) Error() string { return e.cause.Error() }
func (e *configError) Unwrap() error { return e.cause }
