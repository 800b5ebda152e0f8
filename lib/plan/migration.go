package plan

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// Times of the supervision of migrations. All are compared with the times in the
// job logs of the servers.
const (
	// stalledAfter is how long a job may go without an acknowledgement.
	stalledAfter = 60 * time.Second
	// firstBackoff follows the first failure of a pair of nodes; each further one
	// doubles it, up to lastBackoff.
	firstBackoff = 2 * time.Second
	lastBackoff  = 5 * time.Minute
)

// failure is why a job failed, as far as it decides when to try again.
type failure int

const (
	// unexplained: protocol errors under load (valkey issue 4545), buffers that
	// overflow, and whatever later versions say. Smaller batches help.
	unexplained failure = iota
	// notAllowed: the replication user lacks a permission. Nothing helps before a
	// person changes the ACL.
	notAllowed
	// refused: the target failed to process a command and says no more than that.
	// It is how Valkey 9.1.2 shows a missing permission, and a full memory.
	refused
	// flushed: somebody has flushed the data. The next attempt has less to do.
	flushed
	// disconnected: one end lost the other.
	disconnected
	// cancelled by somebody, or by a failover of one end.
	cancelled
)

// classify reads the messages of both ends of a failed job. The source of one
// that the target refused says only that it lost the connection.
func classify(state topology.MigrationState, messages ...string) failure {
	text := strings.Join(messages, "\n")
	switch {
	case strings.Contains(text, "NOPERM"):
		return notAllowed
	case strings.Contains(text, "Failed to process command"):
		return refused
	case strings.Contains(text, "flushed"):
		return flushed
	case state == topology.MigrationCancelled:
		return cancelled
	case strings.Contains(text, "Protocol error"):
		return unexplained
	case strings.Contains(text, "Connection lost"):
		return disconnected
	}
	return unexplained
}

// activeJobs are the migrations that have not ended in the eyes of one of their
// ends, each once.
func (w *world) activeJobs() []*topology.Migration {
	var jobs []*topology.Migration
	seen := map[string]bool{}
	for _, m := range w.live {
		if m.self.Role == topology.RoleReplica {
			continue // it repeats its primary's, without the ids of the ends (9.1.2)
		}
		for i := range m.server.Migrations {
			if job := &m.server.Migrations[i]; !job.State.Ended() && !seen[job.Name] {
				seen[job.Name] = true
				jobs = append(jobs, job)
			}
		}
	}
	return jobs
}

// jobOf is a migration that has not ended with the server at one end, nil if
// there is none.
func (w *world) jobOf(id string) *topology.Migration {
	for _, job := range w.activeJobs() {
		if job.SourceID == id || job.TargetID == id {
			return job
		}
	}
	return nil
}

// waitForJobs tells of one that does not get on, else of the first.
func (w *world) waitForJobs(jobs []*topology.Migration) (Decision, bool) {
	quiet := func(job *topology.Migration) time.Duration {
		return w.Now.Sub(time.Unix(max(job.Acknowledged, job.Created), 0))
	}
	others := ""
	if len(jobs) > 1 {
		others = ", beside " + plural(len(jobs)-1, "more migration")
	}
	for _, job := range jobs {
		if source, target := w.nameOfID(job.SourceID), w.nameOfID(job.TargetID); quiet(job) > stalledAfter {
			return wait(MigrationStalled, source, "%s from node %s to node %s have not moved for %s (state %s)%s",
				plural(job.Slots.Len(), "slot"), source, target, quiet(job).Truncate(time.Second), job.State, others)
		}
	}
	job := jobs[0]
	source, target := w.nameOfID(job.SourceID), w.nameOfID(job.TargetID)
	return wait(SlotsMoving, source, "%s are moving from node %s to node %s (state %s)%s", plural(job.Slots.Len(), "slot"), source, target, job.State, others)
}

// nameOfID is the name of the node whose server has the id, else the id.
func (w *world) nameOfID(id string) string {
	if m := w.byID[id]; m != nil {
		return m.Name
	}
	return id
}

// supervise starts the next batch of a move, or waits as long as the failures of
// earlier ones demand.
//
// The pair failed three times with 1000, 500 and 250 slots, 3 seconds ago: the
// next batch has 125 slots and starts in 5 seconds.
func (w *world) supervise(from, to *member, wanted slots.Set) (Decision, bool) {
	h := history(from, to)
	batch := wanted.First(min(wanted.Len(), h.limit))
	if h.failed > 0 {
		backoff := h.backoff()
		if left := h.last.Add(backoff).Sub(w.Now); left > 0 {
			reason := MigrationBackoff
			if h.why == notAllowed || h.why == refused {
				reason = MigrationNotAllowed
			}
			return wait(reason, from.Name, "moving slots from node %s to node %s failed %s; the next attempt with %s is %s after the last one: %s",
				from.Name, to.Name, plural(h.failed, "time"), plural(batch.Len(), "slot"), backoff, h.message)
		}
	}
	return act(MovingSlots, "moving "+plural(batch.Len(), "slot")+" from node "+from.Name+" of shard "+itoa(from.Shard)+" to node "+to.Name+" of shard "+itoa(to.Shard),
		[]Action{{Kind: MoveSlots, Node: from.Name, ID: from.id, Peer: to.Name, PeerID: to.id, Shard: from.Shard, Slots: batch}})
}

// past is what the logs of two nodes say of the migrations between them.
type past struct {
	failed  int       // in a row, up to now
	last    time.Time // end of the last failure
	why     failure
	message string
	limit   int // how many slots the next batch may have
}

func (p past) backoff() time.Duration {
	switch {
	case p.why == notAllowed:
		return lastBackoff
	case p.why == flushed && p.failed <= 3:
		return 0
	}
	return min(firstBackoff<<min(p.failed-1, 10), lastBackoff)
}

// history reads the jobs in the order of their creation. From the second failure
// in a row on each halves the batch, and each success doubles it.
func history(from, to *member) past {
	p := past{limit: slots.Count}
	for _, job := range jobsBetween(from, to) {
		switch job.State {
		case topology.MigrationSuccess:
			p.failed = 0
			p.limit = min(2*p.limit, slots.Count)
		case topology.MigrationFailed, topology.MigrationCancelled:
			other := messageAt(to, job.Name)
			p.failed++
			p.why = classify(job.State, job.Message, other)
			p.message = cmp.Or(other, job.Message, "the server does not say why")
			p.last = time.Unix(job.Updated, 0)
			if p.failed > 1 && (p.why == unexplained || p.why == disconnected || p.why == cancelled) {
				p.limit = max(1, min(p.limit, job.Slots.Len())/2)
			}
		}
	}
	return p
}

func jobsBetween(from, to *member) []topology.Migration {
	var jobs []topology.Migration
	for i := range from.server.Migrations {
		if job := &from.server.Migrations[i]; job.Export && job.TargetID == to.id {
			jobs = append(jobs, *job)
		}
	}
	slices.SortStableFunc(jobs, func(a, b topology.Migration) int {
		return cmp.Or(cmp.Compare(a.Created, b.Created), cmp.Compare(a.Updated, b.Updated))
	})
	return jobs
}

func messageAt(m *member, job string) string {
	for i := range m.server.Migrations {
		if m.server.Migrations[i].Name == job {
			return m.server.Migrations[i].Message
		}
	}
	return ""
}
