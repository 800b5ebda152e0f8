package valkeyconn

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
)

// Target is one node and what is needed to be let in.
type Target struct {
	// IP of the pod.
	IP   string
	Port int
	// Hostname is the pod's own DNS name, which its certificate has to hold. It is
	// required with TLS and without meaning otherwise.
	Hostname string
	// TLS is whether the cluster has TLS; CA are the certificates in PEM that it
	// is trusted by. One without the other is an error.
	TLS bool
	CA  []byte
	// Passwords of the operator's user: the current one, and the previous one
	// while they rotate. They are tried in this order, the next one only after
	// WRONGPASS.
	Passwords Passwords
}

// Passwords print as their number.
type Passwords []string

// String hides the passwords from %v and %s.
func (p Passwords) String() string { return fmt.Sprintf("%d passwords", len(p)) }

// GoString hides the passwords from %#v.
func (p Passwords) GoString() string { return p.String() }

// MarshalJSON hides the passwords from structured logs.
func (p Passwords) MarshalJSON() ([]byte, error) { return json.Marshal(p.String()) }

// address is what errors call the node, and what is dialled first.
func (t Target) address() string {
	if t.TLS {
		return net.JoinHostPort(t.Hostname, strconv.Itoa(t.Port))
	}
	return net.JoinHostPort(t.IP, strconv.Itoa(t.Port))
}

// check refuses a target that could be reached only with less protection than
// was meant.
func (t Target) check() error {
	switch {
	case len(t.Passwords) == 0:
		return kindError{ErrWrongPassword, errors.New("no password is given")}
	case t.TLS && t.Hostname == "":
		return kindError{ErrTLS, errors.New("the host name to verify is not given")}
	case !t.TLS && len(t.CA) > 0:
		return kindError{ErrTLS, errors.New("a CA is given and TLS is not on")}
	}
	return nil
}
