package checker

import (
	"context"
	"fmt"
	"time"

	"github.com/valkey-io/valkey-go"
)

// verifyReplicas reads the keys from one replica of the shard that serves them now.
func (r *Run) verifyReplicas(ctx context.Context, all []*key, report *Report) {
	asking, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	topology, err := readTopology(asking, r.client, r.options.Addresses[0])
	if err != nil {
		report.Notes = append(report.Notes, fmt.Sprintf("no replica was read: %v", err))
		r.replicaUnread(all, report)
		return
	}
	keys := make([][]*key, slotCount)
	for _, k := range all {
		keys[k.Slot] = append(keys[k.Slot], k)
	}
	for _, at := range byReplicas(topology) {
		var of []*key
		for _, slot := range at.slots {
			of = append(of, keys[slot]...)
		}
		if len(of) > 0 {
			r.verifyReplica(ctx, at, of, report)
		}
	}
}

func (r *Run) replicaUnread(keys []*key, report *Report) {
	for _, k := range keys {
		report.Shards[r.shardOf[k.Slot]].ReplicaUnread++
	}
}

// replicated is the slots of one primary of now, and its replicas.
type replicated struct {
	primary  string
	replicas []string
	slots    []int
}

func byReplicas(topology []served) []replicated {
	var all []replicated
	index := map[string]int{}
	for _, s := range topology {
		at, ok := index[s.Primary]
		if !ok {
			at = len(all)
			index[s.Primary] = at
			all = append(all, replicated{primary: s.Primary, replicas: s.Replicas})
		}
		for slot := s.From; slot <= s.To; slot++ {
			all[at].slots = append(all[at].slots, slot)
		}
	}
	return all
}

// verifyReplica reads from the first replica that answers. A shard without any is noted and is not an error: there is
// nothing that could have been lost there.
func (r *Run) verifyReplica(ctx context.Context, at replicated, keys []*key, report *Report) {
	if len(at.replicas) == 0 {
		report.Notes = append(report.Notes, fmt.Sprintf("primary %s has no replica that could be read", at.primary))
		return
	}
	client, address, err := r.firstReplica(ctx, at.replicas)
	if err != nil {
		report.Notes = append(report.Notes, fmt.Sprintf("primary %s: no replica answers: %v", at.primary, err))
		r.replicaUnread(keys, report)
		return
	}
	defer client.Close()
	wrong, unread := r.check(ctx, keys, replicaSettles, func(ctx context.Context, names []string) (results []valkey.ValkeyResult) {
		// READONLY belongs to a connection, and the connection may have been lost since the last time.
		_ = client.Dedicated(func(conn valkey.DedicatedClient) error { // the function itself returns no error
			conn.Do(ctx, conn.B().Readonly().Build())
			results = getAll(ctx, conn, names)
			return nil
		})
		return results
	})
	for _, k := range keys {
		report.Shards[r.shardOf[k.Slot]].addReplica(address)
	}
	for _, f := range wrong {
		s := &report.Shards[r.shardOf[f.key.Slot]]
		s.ReplicaLost++
		s.Losses = appendLoss(s.Losses, f, address)
	}
	for _, f := range unread {
		report.Shards[r.shardOf[f.key.Slot]].ReplicaUnread++
	}
}

// firstReplica connects to the first of the addresses that answers.
func (r *Run) firstReplica(ctx context.Context, addresses []string) (_ valkey.Client, address string, err error) {
	for _, address = range addresses {
		var client valkey.Client
		if client, err = valkey.NewClient(r.options.nodeOption(address)); err != nil {
			continue
		}
		asking, cancel := context.WithTimeout(ctx, 5*time.Second)
		err = client.Do(asking, client.B().Ping().Build()).Error()
		cancel()
		if err == nil {
			return client, address, nil
		}
		client.Close()
	}
	return nil, "", err
}
