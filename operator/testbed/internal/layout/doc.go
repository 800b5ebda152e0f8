// Package layout is the only place that spells the testbed's folders, ports, addresses and names. It touches nothing:
// it makes no folder and opens no port.
package layout
