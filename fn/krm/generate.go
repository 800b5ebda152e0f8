package krm

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

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
	return r.generated(objects)
}

// tenant adds the onboarding bundle of each product team.
func (r *run) tenant() error {
	objects, err := generate.Tenant(r.config.Tenant)
	if err != nil {
		return &configError{err}
	}
	return r.generated(objects)
}

// generated adds what a generator has made and what its sources hold. A config
// that describes nothing is no fault, and looks just like one whose fields ended
// up in the wrong place.
func (r *run) generated(objects []runtime.Object) error {
	common := r.config.Common()
	if len(objects) == 0 && len(common.Sources) == 0 {
		r.env.complain(fmt.Sprintf("functionConfig %s %q describes nothing: no object is generated", r.config.Kind, r.config.Name))
	}
	if err := r.upsertTyped(false, objects...); err != nil {
		return err
	}
	return r.copySources(common)
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
