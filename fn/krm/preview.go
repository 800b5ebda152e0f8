package krm

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// previewSuffix ends the name of the ConfigMap that emit: configMap writes.
const previewSuffix = "-preview"

// previewManager is not the operator's name: by that one its caches select, and
// an applied preview must not look like an object of its own.
const previewManager = "valkey-menu"

// preview shows one cluster in one ConfigMap: the files of its first node, the
// image and the config revision that the operator reports in status.
func preview(c *resolve.Cluster, manifests []runtime.Object) *corev1.ConfigMap {
	data := map[string]string{"image": c.Config.Image.Ref, "config-revision": c.Revision()}
	for _, m := range manifests {
		files, ok := m.(*corev1.ConfigMap)
		if !ok {
			continue
		}
		for name, text := range files.Data {
			if _, have := data[name]; !have {
				data[name] = text
			}
		}
	}
	labels := names.Selector(c.Name)
	labels[names.LabelManagedBy] = previewManager
	return &corev1.ConfigMap{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{
			Namespace: c.Namespace, Name: c.Name + previewSuffix, Labels: labels,
		},
		Data: data,
	}
}
