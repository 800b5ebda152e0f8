package schema

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		newValidator(b)
	}
}

func BenchmarkValidateGood(b *testing.B) {
	v, object := newValidator(b), full(b, v1alpha1.KindCluster)
	for b.Loop() {
		v.Validate(object)
	}
}

func BenchmarkValidateBad(b *testing.B) {
	v, object := newValidator(b), full(b, v1alpha1.KindCluster)
	spec(object)["shards"] = 0
	for b.Loop() {
		v.Validate(object)
	}
}

func BenchmarkValidateGoodWithoutShortcut(b *testing.B) {
	v, object := withoutShortcut(b), full(b, v1alpha1.KindCluster)
	for b.Loop() {
		v.Validate(object)
	}
}

func BenchmarkUpdateUnchanged(b *testing.B) {
	v, object := newValidator(b), full(b, v1alpha1.KindCluster)
	for b.Loop() {
		v.ValidateUpdate(object, object)
	}
}

func BenchmarkUpdateChanged(b *testing.B) {
	v, object, old := newValidator(b), full(b, v1alpha1.KindCluster), full(b, v1alpha1.KindCluster)
	spec(object)["shards"] = 4
	for b.Loop() {
		v.ValidateUpdate(object, old)
	}
}
