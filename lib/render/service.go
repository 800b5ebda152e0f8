package render

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// Service is the headless Service of the cluster. It publishes addresses of
// pods that are not ready: nodes must find each other before a cluster forms,
// and a TLS cluster reaches every node by its DNS name.
func Service(c *resolve.Cluster) *corev1.Service {
	return &corev1.Service{
		TypeMeta:   core("Service"),
		ObjectMeta: meta(c.Namespace, names.Service(c.Name), names.ObjectLabels(c.Name)),
		Spec: corev1.ServiceSpec{
			ClusterIP:                corev1.ClusterIPNone,
			PublishNotReadyAddresses: true,
			Selector:                 names.Selector(c.Name),
			Ports: []corev1.ServicePort{
				servicePort(names.PortName, names.Port),
				servicePort(names.BusPortName, names.BusPort),
			},
		},
	}
}

func servicePort(name string, port int32) corev1.ServicePort {
	return corev1.ServicePort{
		Name: name, Protocol: corev1.ProtocolTCP, Port: port, TargetPort: intstr.FromInt32(port),
	}
}
