package topology

import "fmt"

// Replication is a node's own word on its role and its data, from INFO
// replication.
type Replication struct {
	Role Role
	// Offset is how far the node's data goes, in bytes of the replication
	// stream: of a primary what it has written, of a replica what it has applied.
	// Offsets compare only within one history (ReplicationID).
	Offset int64
	// ReplicationID names the history of the data.
	ReplicationID string
	// FormerID names the history that this one goes on from, since a primary was
	// replaced; it is all zeros if there is none.
	FormerID string
	// LinkUp is whether a replica's link to its primary is up, which it is once
	// the first synchronisation is done. It is false for a primary.
	LinkUp bool
	// FormerPrimary is whether a replica was a primary, as every server is that starts,
	// and has not been in sync with another one since: what data it has is its own
	// (master_link_down_since_seconds is -1, Valkey 9.1.2).
	FormerPrimary bool
	// Syncing is whether a replica takes over a snapshot now.
	Syncing bool
	// Replicas is the number of replicas that are connected to the node.
	Replicas int
	// FailoverState is no-failover unless a coordinated failover of the node is
	// under way.
	FailoverState string
}

// ParseReplication reads the reply of INFO replication. A field that is missing
// is an error: it is not zero.
func ParseReplication(reply string) (Replication, error) {
	info := ParseInfo(reply)
	r, err := info.replication()
	if err != nil {
		return Replication{}, fmt.Errorf("reading INFO replication: %w", err)
	}
	return r, nil
}

func (i Info) replication() (Replication, error) {
	var r Replication
	role, err := i.text("role")
	if err != nil {
		return r, err
	}
	replicas, err := i.number("connected_slaves")
	if err != nil {
		return r, err
	}
	r.Replicas = int(replicas)
	if r.ReplicationID, err = i.text("master_replid"); err != nil {
		return r, err
	}
	if r.FormerID, err = i.text("master_replid2"); err != nil {
		return r, err
	}
	r.FailoverState = i["master_failover_state"]
	switch role {
	case "master", "primary":
		r.Role = RolePrimary
		r.Offset, err = i.number("master_repl_offset")
	case "slave", "replica":
		r.Role = RoleReplica
		err = i.followed(&r)
	default:
		err = fmt.Errorf("role is %q", role)
	}
	return r, err
}

func (i Info) followed(r *Replication) error {
	link, err := i.text("master_link_status")
	if err != nil {
		return err
	}
	syncing, err := i.number("master_sync_in_progress")
	if err != nil {
		return err
	}
	r.LinkUp, r.Syncing = link == "up", syncing != 0
	if !r.LinkUp {
		since, err := i.number("master_link_down_since_seconds")
		if err != nil {
			return err
		}
		r.FormerPrimary = since < 0
	}
	r.Offset, err = i.number("slave_repl_offset")
	return err
}
