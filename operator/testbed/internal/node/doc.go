// Package node writes the configuration of one Kubernetes node - containerd, pod network, kubelet - and knows its
// command lines. Several nodes share a machine, so each has its own folders, cgroup and network namespace.
package node
