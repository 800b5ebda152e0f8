package render

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

const podIPVariable = "POD_IP"

// The liveness probe only recycles a node that hangs; gossip finds one in 5 s.
// It is rare and patient, since a kill loses the node's data.
const (
	probePeriod   = int32(30) // seconds
	probeTimeout  = int32(10) // seconds
	probeFailures = int32(3)
)

func container(n *v1alpha1.ValkeyNode) (corev1.Container, error) {
	resources, err := requirements(n.Spec.CPU, n.Spec.Memory)
	if err != nil {
		return corev1.Container{}, err
	}
	return corev1.Container{
		Name:    names.Container,
		Image:   n.Spec.Image,
		Command: command(),
		Env: []corev1.EnvVar{{
			Name:      podIPVariable,
			ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "status.podIP"}},
		}},
		Ports: []corev1.ContainerPort{
			{Name: names.PortName, ContainerPort: names.Port, Protocol: corev1.ProtocolTCP},
			{Name: names.BusPortName, ContainerPort: names.BusPort, Protocol: corev1.ProtocolTCP},
		},
		Resources:       resources,
		VolumeMounts:    mounts(n),
		LivenessProbe:   liveness(n.Spec.TLSSecret != ""),
		SecurityContext: containerSecurity(),
	}, nil
}

// command runs the server directly, without a shell or the image's entrypoint.
// The address comes after the file: a one-node cluster that announces none
// answers CLUSTER SLOTS with an empty host.
func command() []string {
	return []string{
		"valkey-server", names.ConfDir + "/" + names.ConfFile,
		"--cluster-announce-ip", "$(" + podIPVariable + ")",
	}
}

// liveness takes any reply for alive, an error reply too: `valkey-cli ping`
// without -e exits 0 on NOAUTH and BUSY. With TLS no plaintext port is open and
// the probe has no certificate, so it only connects.
func liveness(tls bool) *corev1.Probe {
	probe := &corev1.Probe{PeriodSeconds: probePeriod, TimeoutSeconds: probeTimeout, FailureThreshold: probeFailures}
	if tls {
		probe.TCPSocket = &corev1.TCPSocketAction{Port: intstr.FromInt32(names.Port)}
	} else {
		probe.Exec = &corev1.ExecAction{Command: []string{"valkey-cli", "-p", strconv.Itoa(names.Port), "ping"}}
	}
	return probe
}
