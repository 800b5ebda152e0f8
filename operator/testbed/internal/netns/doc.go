// Package netns makes the testbed's network: a namespace for each node and one for the switch that joins them with the
// machine. It uses the programs ip, unshare, nsenter and umount, and changes no rule or route of the machine beyond
// one link with the testbed's addresses.
package netns
