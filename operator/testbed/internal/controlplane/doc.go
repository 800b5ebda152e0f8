// Package controlplane knows the command lines of etcd, the API server, the controller manager, the scheduler and
// CoreDNS. It starts nothing itself.
package controlplane
