//go:build e2e && !full

package e2e

// full asks for every case where the suite otherwise takes one of each class.
const full = false
