package deploy

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
)

// rules is what we need of a PrometheusRule.
type rules struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	Metadata   map[string]any `json:"metadata"`
	Spec       struct {
		Groups []struct {
			Name  string `json:"name"`
			Rules []struct {
				Alert       string            `json:"alert"`
				Expr        string            `json:"expr"`
				For         string            `json:"for"`
				Labels      map[string]string `json:"labels"`
				Annotations map[string]string `json:"annotations"`
			} `json:"rules"`
		} `json:"groups"`
	} `json:"spec"`
}

// described is a registry that only takes note of what it is given: the description of each metric by its name.
type described map[string]string

var metricName = regexp.MustCompile(`fqName: "([^"]*)"`)

func (d described) Register(c prometheus.Collector) error {
	all := make(chan *prometheus.Desc)
	go func() {
		c.Describe(all)
		close(all)
	}()
	for one := range all {
		d[metricName.FindStringSubmatch(one.String())[1]] = one.String()
	}
	return nil
}

func (d described) MustRegister(...prometheus.Collector) {}

func (d described) Unregister(prometheus.Collector) bool { return false }

// TestAlertsUseMetricsThatExist, with labels that they have.
func TestAlertsUseMetricsThatExist(t *testing.T) {
	have := described{}
	if _, err := metrics.New(have, "v1"); err != nil {
		t.Fatal(err)
	}
	used := regexp.MustCompile(`(valkey_operator_\w+)(?:\{([^}]*)\})?`)
	label := regexp.MustCompile(`(\w+)\s*(?:!?=|=~|!~)`)
	found := 0
	for _, group := range only[rules](t, variant(t, "monitoring"), "PrometheusRule", "valkey-operator", "valkey-operator").Spec.Groups {
		for _, rule := range group.Rules {
			for _, use := range used.FindAllStringSubmatch(rule.Expr+rule.Annotations["description"], -1) {
				found++
				description, ok := have[use[1]]
				if !ok {
					t.Errorf("%s: the operator has no metric %s", rule.Alert, use[1])
				}
				_, labels, _ := strings.Cut(description, "variableLabels: ")
				words := strings.FieldsFunc(labels, func(r rune) bool { return strings.ContainsRune("{}, ", r) })
				for _, l := range label.FindAllStringSubmatch(use[2], -1) {
					if !slices.Contains(words, l[1]) {
						t.Errorf("%s: %s has no label %s: %s", rule.Alert, use[1], l[1], description)
					}
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d uses of our metrics were found", found)
	}
}

func TestAlertsAreComplete(t *testing.T) {
	var got []string
	for _, group := range only[rules](t, variant(t, "monitoring"), "PrometheusRule", "valkey-operator", "valkey-operator").Spec.Groups {
		for _, rule := range group.Rules {
			got = append(got, rule.Alert)
			if severity := rule.Labels["severity"]; severity != "warning" && severity != "critical" {
				t.Errorf("%s: severity %q", rule.Alert, severity)
			}
			if rule.For == "" || rule.Annotations["summary"] == "" || rule.Annotations["description"] == "" {
				t.Errorf("%s lacks for, summary or description", rule.Alert)
			}
		}
	}
	want := []string{
		"ValkeyOperatorDown", "ValkeyOperatorReconcileErrors", "ValkeyOperatorHeartbeatMissing",
		"ValkeyClusterBlocked", "ValkeyClusterStalled", "ValkeyClusterSlotsMissing", "ValkeyClusterDataLoss", "ValkeyClusterACLOutdated",
		"ValkeyClusterCertificateExpiring", "ValkeyClusterCertificateNotServed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("alerts %v, want %v", got, want)
	}
}

// TestMetricsAreScraped: Service, pod and ServiceMonitor name the same port and labels.
func TestMetricsAreScraped(t *testing.T) {
	all := variant(t, "monitoring")
	type monitor struct {
		APIVersion string         `json:"apiVersion"`
		Kind       string         `json:"kind"`
		Metadata   map[string]any `json:"metadata"`
		Spec       struct {
			Selector struct {
				MatchLabels map[string]string `json:"matchLabels"`
			} `json:"selector"`
			Endpoints []struct {
				Port        string `json:"port"`
				Interval    string `json:"interval"`
				HonorLabels bool   `json:"honorLabels"`
			} `json:"endpoints"`
		} `json:"spec"`
	}
	service := only[corev1.Service](t, all, "Service", "valkey-operator", "valkey-operator-metrics")
	scraped := only[monitor](t, all, "ServiceMonitor", "valkey-operator", "valkey-operator")
	template := deployment(t, "monitoring").Spec.Template
	port := service.Spec.Ports[0]
	endpoint := scraped.Spec.Endpoints[0]
	if endpoint.Port != port.Name || !endpoint.HonorLabels || port.TargetPort.StrVal != template.Spec.Containers[0].Ports[0].Name {
		t.Errorf("ServiceMonitor %v, Service %v and pod %v do not agree", endpoint, port, template.Spec.Containers[0].Ports)
	}
	for name, value := range scraped.Spec.Selector.MatchLabels {
		if service.Labels[name] != value {
			t.Errorf("the ServiceMonitor selects %s=%s, the Service has %q", name, value, service.Labels[name])
		}
	}
	for name, value := range service.Spec.Selector {
		if template.Labels[name] != value {
			t.Errorf("the Service selects %s=%s, the pod has %q", name, value, template.Labels[name])
		}
	}
}
