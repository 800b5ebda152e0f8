package render

import (
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

// ClusterOwner is the reference by which a ValkeyCluster owns an object.
func ClusterOwner(name string, uid types.UID) metav1.OwnerReference {
	return owner(v1alpha1.KindCluster, name, uid)
}

// NodeOwner is the reference by which a ValkeyNode owns its ConfigMap and Pod.
func NodeOwner(name string, uid types.UID) metav1.OwnerReference {
	return owner(v1alpha1.KindNode, name, uid)
}

// owner always sets controller: `kubectl drain` refuses a pod without one.
func owner(kind, name string, uid types.UID) metav1.OwnerReference {
	yes := true
	return metav1.OwnerReference{
		APIVersion: v1alpha1.APIVersion, Kind: kind, Name: name, UID: uid,
		Controller: &yes, BlockOwnerDeletion: &yes,
	}
}

// Own makes o the only owner of an object.
func Own(object metav1.Object, o metav1.OwnerReference) {
	object.SetOwnerReferences([]metav1.OwnerReference{o})
}

// Document is the object as it is written to a file: its JSON form without
// status, which the typed objects cannot leave out. Integers are int64.
func Document(object runtime.Object) (map[string]any, error) {
	kind := object.GetObjectKind().GroupVersionKind().Kind
	raw, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", kind, err)
	}
	var document map[string]any
	if err := utiljson.Unmarshal(raw, &document); err != nil {
		return nil, fmt.Errorf("encoding %s: %w", kind, err)
	}
	delete(document, "status")
	return document, nil
}

func core(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: kind}
}

func meta(namespace, name string, labels map[string]string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: labels}
}
