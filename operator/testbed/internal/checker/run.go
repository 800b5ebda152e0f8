package checker

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valkey-io/valkey-go"
)

// Run is a load that was started. Stop it, or its client stays open.
type Run struct {
	id      string
	options Options
	client  valkey.Client
	tags    []string // by slot
	groups  []group
	shards  []*shard // as groups
	shardOf []int    // by slot
	writers []*writer

	writes  atomic.Int64
	began   time.Time
	end     context.CancelFunc
	writing sync.WaitGroup
	quiesce sync.Once
	took    time.Duration
}

// Start connects to the cluster, reads who serves which slots, and begins to write to all of them. Writing goes on until
// Quiesce or Stop, the end of ctx, or one of the limits of the options.
func Start(ctx context.Context, options Options) (*Run, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	id := make([]byte, 4)
	if _, err := rand.Read(id); err != nil {
		return nil, fmt.Errorf("naming the run: %w", err)
	}
	r := &Run{id: hex.EncodeToString(id), options: options, tags: slotTags()}
	var counting atomic.Bool // the shards are known only after the client has connected
	r.client, err = valkey.NewClient(options.clientOption(func(seen redirect) {
		if counting.Load() {
			r.shards[r.shardOf[seen.Slot]].redirected(seen.Kind)
		}
	}))
	if err != nil {
		return nil, fmt.Errorf("connecting to the cluster: %w", err)
	}
	if mode := r.client.Mode(); mode != valkey.ClientModeCluster {
		r.client.Close()
		return nil, fmt.Errorf("the client took the cluster for %q: is it a cluster, and may the user call cluster|shards?", mode)
	}
	if err := r.survey(ctx); err != nil {
		r.client.Close()
		return nil, err
	}
	counting.Store(true)
	r.begin(ctx)
	return r, nil
}

// survey divides the slots among the shards.
func (r *Run) survey(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	topology, err := readTopology(ctx, r.client, r.options.Addresses[0])
	if err != nil {
		return err
	}
	if r.groups, err = groups(topology); err != nil {
		return err
	}
	r.began = time.Now()
	r.shardOf = make([]int, slotCount)
	for i, g := range r.groups {
		for _, slot := range g.Slots {
			r.shardOf[slot] = i
		}
		r.shards = append(r.shards, newShard(r.began))
	}
	return nil
}

// begin starts the writers, each with its own slots of one shard and its own place in the beat of the shard.
func (r *Run) begin(ctx context.Context) {
	ctx, r.end = context.WithTimeout(ctx, r.options.MaxDuration)
	for i, g := range r.groups {
		workers := min(r.options.Workers, len(g.Slots))
		beat := time.Second / time.Duration(r.options.Rate)
		for n := range workers {
			w := &writer{run: r, shard: r.shards[i]}
			for at := n; at < len(g.Slots); at += workers {
				w.slots = append(w.slots, g.Slots[at])
			}
			r.writers = append(r.writers, w)
			r.writing.Go(func() { w.loop(ctx, beat*time.Duration(workers), beat*time.Duration(n)) })
		}
	}
}

// mayWrite takes one write off the limit.
func (r *Run) mayWrite() bool { return r.writes.Add(1) <= int64(r.options.MaxWrites) }

// Wait returns when the writing has ended by itself: by the end of the context of Start, or by a limit.
func (r *Run) Wait() { r.writing.Wait() }

// Quiesce ends the writing and returns when the outcome of each write is known. What is written remains as it is, for a
// test to look at or to damage before Stop.
func (r *Run) Quiesce() {
	r.quiesce.Do(func() {
		r.end()
		r.writing.Wait()
		now := time.Now()
		r.took = now.Sub(r.began)
		for _, s := range r.shards {
			s.end(now)
		}
	})
}

// Acknowledged returns the number that each key holds for certain. Only keys of which no write is unknown are in it.
// It ends the writing.
func (r *Run) Acknowledged() map[string]uint64 {
	r.Quiesce()
	acked := map[string]uint64{}
	for _, k := range r.keys() {
		if k.Acked > 0 && k.Unknown == 0 {
			acked[k.Name] = k.Acked
		}
	}
	return acked
}

// Value is the value that the run writes for a number.
func (r *Run) Value(number uint64) string { return encode(r.id, number, r.options.ValueSize) }

// keys returns every key that was written, writer by writer. The writing must have ended.
func (r *Run) keys() []*key {
	var all []*key
	for _, w := range r.writers {
		all = append(all, w.keys...)
	}
	return all
}

// Stop ends the writing, reads everything back from the primaries and from one replica of each shard, and closes the
// client. The report is whole even if ctx ends early: what was not read is then reported as such.
func (r *Run) Stop(ctx context.Context) Report {
	r.Quiesce()
	defer r.client.Close()
	ctx, cancel := context.WithTimeout(ctx, r.options.VerifyWithin)
	defer cancel()
	report := r.newReport()
	kept := r.verifyPrimaries(ctx, &report)
	if !r.options.SkipReplicas {
		r.verifyReplicas(ctx, kept, &report)
	}
	return report
}
