package generate

import (
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// Where the operator runs; it must reach every Valkey pod.
const (
	operatorNamespace = "valkey-operator"
	operatorLabel     = "app"
	namespaceLabel    = "kubernetes.io/metadata.name"
)

// networkPolicy lets the team's clients and the operator reach the client port
// of all Valkey pods of the namespace, and these pods reach each other on both
// ports. It says nothing about pods of other kinds.
func networkPolicy(team config.Team, namespace string) *networkingv1.NetworkPolicy {
	valkey := metav1.LabelSelector{MatchLabels: map[string]string{names.LabelName: names.AppName}}
	operator := networkingv1.NetworkPolicyPeer{
		NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{namespaceLabel: operatorNamespace}},
		PodSelector:       &metav1.LabelSelector{MatchLabels: map[string]string{operatorLabel: operatorNamespace}},
	}
	return &networkingv1.NetworkPolicy{
		TypeMeta:   metav1.TypeMeta{APIVersion: networkingv1.SchemeGroupVersion.String(), Kind: "NetworkPolicy"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: team.Name + "-valkey"},
		Spec: networkingv1.NetworkPolicySpec{
			PodSelector: valkey,
			PolicyTypes: []networkingv1.PolicyType{networkingv1.PolicyTypeIngress},
			Ingress: []networkingv1.NetworkPolicyIngressRule{
				{From: []networkingv1.NetworkPolicyPeer{{PodSelector: team.NetworkPolicy.Clients}, operator}, Ports: ports(names.Port)},
				{From: []networkingv1.NetworkPolicyPeer{{PodSelector: &valkey}}, Ports: ports(names.Port, names.BusPort)},
			},
		},
	}
}

func ports(numbers ...int) []networkingv1.NetworkPolicyPort {
	out := make([]networkingv1.NetworkPolicyPort, len(numbers))
	for i, n := range numbers {
		port := intstr.FromInt(n)
		out[i] = networkingv1.NetworkPolicyPort{Port: &port}
	}
	return out
}
