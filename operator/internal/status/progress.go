package status

import (
	"cmp"
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// shownRevision is how many characters of a revision a message shows.
const shownRevision = 12

// progress is how many nodes are known to have something. Nodes that are being
// deleted do not count.
type progress struct {
	// text has verbs for at and nodes; it is empty if there is nothing to have.
	text      string
	at, nodes int
	// unknown are those of the others that could not be asked.
	unknown int
}

func (p progress) behind() bool { return p.text != "" && p.at < p.nodes }

// String is empty if there is nothing to have.
func (p progress) String() string {
	if p.text == "" {
		return ""
	}
	said := fmt.Sprintf(p.text, p.at, p.nodes)
	if p.unknown > 0 {
		said += fmt.Sprintf(" (not known of %d)", p.unknown)
	}
	return said
}

// aclProgress is about the users.acl in force: the one that was rendered, or
// while none can be, the last one.
func aclProgress(seen Seen) progress {
	revision := aclRevision(seen)
	if revision == "" {
		return progress{}
	}
	p := count(seen.View, revision, func(s topology.Server) topology.Fact[string] { return s.ACLRevision })
	p.text = "ACL: %d of %d nodes at revision " + revision[:min(len(revision), shownRevision)]
	return p
}

// leafProgress is about the certificate of the TLS Secret.
func leafProgress(seen Seen) progress {
	if seen.Certificate == nil || seen.Certificate.Fingerprint == "" {
		return progress{}
	}
	view := topology.View{}
	for i := range seen.View.Nodes {
		if n := &seen.View.Nodes[i]; !seen.OtherCertificate[n.Name] {
			view.Nodes = append(view.Nodes, *n)
		}
	}
	p := count(view, seen.Certificate.Fingerprint, func(s topology.Server) topology.Fact[string] { return s.ServedLeaf })
	p.text = "%d of %d nodes serve the certificate of the TLS Secret"
	return p
}

func count(view topology.View, want string, of func(topology.Server) topology.Fact[string]) progress {
	var p progress
	for i := range view.Nodes {
		n := &view.Nodes[i]
		if n.Deleting {
			continue
		}
		p.nodes++
		fact := topology.Unknown[string](n.Server.Why())
		if s, known := n.Server.Get(); known {
			fact = of(s)
		}
		switch value, known := fact.Get(); {
		case !known:
			p.unknown++
		case value == want:
			p.at++
		}
	}
	return p
}

func aclRevision(seen Seen) string {
	former := ""
	if acl := seen.Cluster.Status.ACL; acl != nil {
		former = acl.Revision
	}
	return cmp.Or(seen.ACLRevision, former)
}

// aclStatus says how far users.acl has spread; nil before the first one.
func aclStatus(seen Seen) *v1alpha1.ACLStatus {
	revision := aclRevision(seen)
	switch {
	case undecided(seen) && !seen.Looked:
		return seen.Cluster.Status.ACL.DeepCopy()
	case revision == "":
		return nil
	}
	return &v1alpha1.ACLStatus{Revision: revision, NodesAtRevision: int32(aclProgress(seen).at)}
}
