package debs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Pin is one package at one version.
type Pin struct {
	Package string
	Version string // Debian's, with epoch and revision
	// Later lets the newest version that the mirror offers stand in when Version has left it. It is for libraries
	// of a release that still moves, whose later versions keep their interface. It is said in the log when it happens.
	Later bool
}

// Set is a choice of packages that is unpacked into one tree.
type Set struct {
	Name   string   // names the tree's folder
	Suites []string // the suites that offer the packages, for example forky
	Pins   []Pin
}

// digest tells two contents of a set apart, so that a changed pin never finds the old tree.
func (s Set) digest() string {
	var b strings.Builder
	fmt.Fprintln(&b, s.Suites)
	for _, p := range s.Pins {
		fmt.Fprintln(&b, p.Package, p.Version)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])[:10]
}

// folder is the name of the set's tree in the cache.
func (s Set) folder() string { return s.Name + "-" + s.digest() }

// release names the set's suites as one word, for folders and messages.
func (s Set) release() string { return strings.Join(s.Suites, "+") }

// UnavailableError says that the mirror does not offer a pinned version.
type UnavailableError struct {
	Package, Version, Release string
	Offered                   []string // newest first; empty if the package is unknown there
}

func (e *UnavailableError) Error() string {
	offered := "no version of it"
	if len(e.Offered) > 0 {
		offered = strings.Join(e.Offered, ", ")
	}
	return fmt.Sprintf("package %q: the mirror's %s does not offer version %s any more; it offers %s",
		e.Package, e.Release, e.Version, offered)
}

// choose decides on one version for each pin, in the order of the pins, from what the mirror offers (newest first).
func (s Set) choose(offered map[string][]string, log Log) ([]Pin, error) {
	var chosen []Pin
	for _, p := range s.Pins {
		versions := offered[p.Package]
		switch {
		case slices.Contains(versions, p.Version):
		case p.Later && len(versions) > 0:
			log.note("%s %s has left the mirror, taking %s", p.Package, p.Version, versions[0])
			p.Version = versions[0]
		default:
			return nil, &UnavailableError{Package: p.Package, Version: p.Version, Release: s.release(), Offered: versions}
		}
		chosen = append(chosen, p)
	}
	return chosen, nil
}
