package checker

import (
	"context"
	"time"

	"github.com/valkey-io/valkey-go"
)

const (
	batchSize = 256
	// A primary that is just being replaced may answer once more, and a replica may lag or even fetch everything anew.
	// What is wrong is asked again until it is wrong for this long, or the time for reading back is over.
	primarySettles = 3 * time.Second
	replicaSettles = 10 * time.Second
	askAgain       = 200 * time.Millisecond
)

// finding is the judgement on a key that is not right.
type finding struct {
	key   *key
	found string // empty if the key could not be read
}

// reader reads keys from wherever it reads: one result for each name.
type reader func(ctx context.Context, names []string) []valkey.ValkeyResult

// check reads the keys and returns those that stay wrong while it settles, and those that could not be read.
func (r *Run) check(ctx context.Context, keys []*key, settle time.Duration, read reader) (wrong, unread []finding) {
	began := time.Now()
	for {
		wrong, unread = r.pass(ctx, keys, read)
		settled := len(unread) == 0 && (len(wrong) == 0 || time.Since(began) > settle)
		if settled || !sleepUntil(ctx, time.Now().Add(askAgain)) {
			return wrong, unread
		}
		keys = nil
		for _, f := range append(wrong, unread...) {
			keys = append(keys, f.key)
		}
	}
}

// pass reads each key once.
func (r *Run) pass(ctx context.Context, keys []*key, read reader) (wrong, unread []finding) {
	for len(keys) > 0 {
		batch := keys[:min(batchSize, len(keys))]
		keys = keys[len(batch):]
		var names []string
		for _, k := range batch {
			names = append(names, k.Name)
		}
		results := read(ctx, names)
		if len(results) != len(batch) { // the reader had nobody to ask
			for _, k := range batch {
				unread = append(unread, finding{key: k})
			}
			continue
		}
		for i, result := range results {
			value, err := result.ToString()
			missing := valkey.IsValkeyNil(err)
			if err != nil && !missing {
				unread = append(unread, finding{key: batch[i]})
				continue
			}
			if found, ok := batch[i].judge(r.id, value, !missing); !ok {
				wrong = append(wrong, finding{key: batch[i], found: found})
			}
		}
	}
	return wrong, unread
}

// verifyPrimaries reads every key as an ordinary client does, from the primary of its slot. It returns the keys that are
// not lost there, and so must be on the replicas too.
func (r *Run) verifyPrimaries(ctx context.Context, report *Report) (kept []*key) {
	lost := map[*key]bool{}
	wrong, unread := r.check(ctx, r.keys(), primarySettles, func(ctx context.Context, names []string) []valkey.ValkeyResult {
		return getAll(ctx, r.client, names)
	})
	for _, f := range wrong {
		s := &report.Shards[r.shardOf[f.key.Slot]]
		s.Lost++
		s.Losses = appendLoss(s.Losses, f, "primary")
		lost[f.key] = true
	}
	for _, f := range unread {
		report.Shards[r.shardOf[f.key.Slot]].Unread++
	}
	for _, k := range r.keys() {
		if !lost[k] {
			kept = append(kept, k)
		}
	}
	return kept
}

// getAll reads the keys through a client or a connection.
func getAll(ctx context.Context, client valkey.CoreClient, names []string) []valkey.ValkeyResult {
	var commands []valkey.Completed
	for _, name := range names {
		commands = append(commands, client.B().Get().Key(name).Build())
	}
	return client.DoMulti(ctx, commands...)
}

// appendLoss keeps the first few losses of a shard; all of them are counted.
func appendLoss(losses []Loss, f finding, where string) []Loss {
	if len(losses) >= 20 {
		return losses
	}
	return append(losses, Loss{Key: f.key.Name, Slot: f.key.Slot, Acked: f.key.Acked, Found: f.found, Where: where})
}
