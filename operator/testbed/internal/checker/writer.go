package checker

import (
	"context"
	"time"
)

// writer is the only one that writes the keys of its slots.
type writer struct {
	run   *Run
	shard *shard
	slots []int
	keys  []*key // every key it ever wrote
	now   []slotKeys
}

// slotKeys are the keys of one slot: the one that is written, nil before the first write, and how many there were.
type slotKeys struct {
	current *key
	count   int
}

// loop writes one slot after the other at an even pace until ctx ends. After an outage it does not catch up.
func (w *writer) loop(ctx context.Context, interval, firstAfter time.Duration) {
	w.now = make([]slotKeys, len(w.slots))
	next := time.Now().Add(firstAfter)
	for i := 0; ; i = (i + 1) % len(w.slots) {
		if !sleepUntil(ctx, next) || !w.run.mayWrite() {
			return
		}
		w.write(w.key(i))
		if next = next.Add(interval); time.Since(next) > time.Second {
			next = time.Now()
		}
	}
}

// key is the slot's key, or a new one where the last write of the old one is unknown.
func (w *writer) key(i int) *key {
	s := &w.now[i]
	if s.current != nil && s.current.Unknown == 0 {
		return s.current
	}
	slot := w.slots[i]
	s.current = &key{Name: keyName(w.run.id, w.run.tags[slot], s.count), Slot: slot}
	s.count++
	w.keys = append(w.keys, s.current)
	return s.current
}

// write sends the next number. It does not end with the writing, so that the outcome is known in time.
func (w *writer) write(k *key) {
	ctx, cancel := context.WithTimeout(context.Background(), w.run.options.WriteTimeout)
	defer cancel()
	k.Sent++
	client := w.run.client
	err := client.Do(ctx, client.B().Set().Key(k.Name).Value(encode(w.run.id, k.Sent, w.run.options.ValueSize)).Build()).Error()
	if err == nil {
		k.Acked = k.Sent
		w.shard.acked(time.Now())
		return
	}
	o := classify(err)
	if !o.refused {
		k.Unknown = k.Sent
	}
	w.shard.missed(o)
}

// sleepUntil reports whether the time came before ctx ended.
func sleepUntil(ctx context.Context, when time.Time) bool {
	wait := time.Until(when)
	if wait <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
