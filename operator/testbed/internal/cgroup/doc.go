// Package cgroup makes, lists and removes cgroups in every hierarchy of the machine, version 1 or 2. All that runs in
// the testbed is below one cgroup, so that membership says what is ours even when a process was never recorded.
package cgroup
