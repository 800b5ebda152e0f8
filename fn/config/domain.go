package config

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation"
)

// CheckClusterDomain reports a text that cannot end the DNS name of a pod.
func CheckClusterDomain(domain string) error {
	if len(validation.IsDNS1123Subdomain(domain)) > 0 {
		return fmt.Errorf("%q is not a DNS domain such as cluster.local", domain)
	}
	return nil
}
