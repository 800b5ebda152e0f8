package render

import corev1 "k8s.io/api/core/v1"

// podSecurity meets the `restricted` Pod Security Standard. Without a user the
// platform assigns one (OpenShift); it still must not be root.
func podSecurity(user *int64) *corev1.PodSecurityContext {
	yes := true
	s := &corev1.PodSecurityContext{
		RunAsNonRoot:   &yes,
		SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
	}
	if user != nil {
		uid, gid, fsGroup := *user, *user, *user
		s.RunAsUser, s.RunAsGroup, s.FSGroup = &uid, &gid, &fsGroup
	}
	return s
}

func containerSecurity() *corev1.SecurityContext {
	yes, no := true, false
	return &corev1.SecurityContext{
		AllowPrivilegeEscalation: &no,
		ReadOnlyRootFilesystem:   &yes,
		Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
	}
}
