// Package fault breaks one thing of a running testbed and mends it again. Every fault is from outside: no component
// knows of it. Faults on nodes as a whole are in cluster, which starts and stops nodes.
package fault
