// Package proc starts the testbed's long-running processes, each in a session of its own with its pid recorded, and
// stops them by that record. A pid that another process got meanwhile is never signalled.
package proc
