// Package progress tells a person what the testbed does and how long each step took. It decides nothing.
package progress
