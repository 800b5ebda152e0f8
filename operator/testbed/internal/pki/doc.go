// Package pki makes the cluster's keys, certificates and kubeconfigs. They are made anew for each cluster, never leave
// the state folder and are valid for a month.
package pki
