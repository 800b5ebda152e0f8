package render

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// mounted is one volume and the directory it is mounted at. Whole directories
// are mounted and never a subPath, which the kubelet does not update.
type mounted struct {
	name     string
	dir      string
	writable bool
	source   corev1.VolumeSource
}

func allMounted(n *v1alpha1.ValkeyNode) []mounted {
	cluster := n.Spec.ClusterName
	all := []mounted{
		{"conf", names.ConfDir, false, configMap(names.NodeConfigMap(n.Name))},
		{"acl", names.ACLDir, false, configMap(names.ACLConfigMap(cluster))},
		// Only the included file: a node needs no other password.
		{"auth", names.AuthDir, false, secret(names.AuthSecret(cluster), names.PrimaryAuthFile)},
	}
	if n.Spec.TLSSecret != "" {
		all = append(all, mounted{"tls", names.TLSDir, false, secret(n.Spec.TLSSecret)})
	}
	empty := corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}
	return append(all,
		mounted{"data", names.DataDir, true, empty},
		mounted{"tmp", names.TmpDir, true, *empty.DeepCopy()},
	)
}

func volumes(n *v1alpha1.ValkeyNode) []corev1.Volume {
	var all []corev1.Volume
	for _, m := range allMounted(n) {
		all = append(all, corev1.Volume{Name: m.name, VolumeSource: m.source})
	}
	return all
}

func mounts(n *v1alpha1.ValkeyNode) []corev1.VolumeMount {
	var all []corev1.VolumeMount
	for _, m := range allMounted(n) {
		all = append(all, corev1.VolumeMount{Name: m.name, MountPath: m.dir, ReadOnly: !m.writable})
	}
	return all
}

func configMap(name string) corev1.VolumeSource {
	return corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
		LocalObjectReference: corev1.LocalObjectReference{Name: name},
	}}
}

// secret mounts the keys, or every key if none is named.
func secret(name string, keys ...string) corev1.VolumeSource {
	source := &corev1.SecretVolumeSource{SecretName: name}
	for _, key := range keys {
		source.Items = append(source.Items, corev1.KeyToPath{Key: key, Path: key})
	}
	return corev1.VolumeSource{Secret: source}
}
