package plan

import (
	"cmp"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// handOver moves the primary's part to a replica before the pod of the primary
// goes: its host is being drained, somebody deletes it, or it was elected while it
// was about to leave. Both are at work, so that no write is lost. Slots that are on
// their way arrive first: a primary that hands over in the middle of that may hand
// over what has just left it. A shard that waits for that holds up no other. Without a
// majority of primaries nobody can be elected: first others take over.
func handOver(w *world) (Decision, bool) { return patiently(w.shards, w.handOverOf) }

func (w *world) handOverOf(s *shard) (Decision, bool) {
	p := s.primary
	if p == nil || !p.owns() || !p.pod.Deleting && !p.leaving() || !w.quorum() {
		return pass()
	}
	if job := w.jobOf(p.id); job != nil {
		return w.waitForJobs([]*topology.Migration{job})
	}
	heir := w.successor(s, func(m *member) bool { return m.stays() && !m.pod.Deleting })
	if heir == nil {
		return pass()
	}
	return act(HandingOver, "node "+p.Name+" is to go: shard "+itoa(s.index)+" goes over to its replica "+heir.Name,
		[]Action{failOverTo(FailOver, s, heir, p.id, p.Name)})
}

// failOver gives every shard whose primary does not serve a primary again, one
// shard at a time. A shard that can only wait does not hold up the next one.
func failOver(w *world) (Decision, bool) { return patiently(w.absent(), w.failOverOf) }

func (w *world) failOverOf(o *owner) (Decision, bool) {
	heirs := w.heirs(o.id)
	if len(heirs) == 0 {
		return pass() // nothing to promote: loseData judges
	}
	form, why := w.fenceOf(o.id)
	if form == unfenced && !w.doubted(o.id) {
		return pass() // it serves, only this program does not reach it
	}
	if m := w.possibleHeir(o); m != nil && w.unseenFor(o.id) < 2*w.NodeTimeout.Milliseconds() {
		return wait(ServerUnreachable, m.Name, "the primary of shard %d does not serve, and its replica %s, which may have the most data, does not answer: %s",
			w.shardOf(o), m.Name, m.Server.Why())
	}
	if moved := w.movedUnheard(o.id, heirs[0]); !moved.Empty() {
		return wait(ViewsDiffer, heirs[0].Name, "the primary of shard %d does not serve, but replica %s has not heard yet that slots %s had left it: promoted, it would take them back",
			w.shardOf(o), heirs[0].Name, moved)
	}
	if gained := o.slots.Without(heirs[0].peerSlots(o.id)); !gained.Empty() && w.unseenFor(o.id) < 2*w.NodeTimeout.Milliseconds() {
		return wait(ViewsDiffer, heirs[0].Name, "the primary of shard %d does not serve, but replica %s has not heard yet that it had got slots %s: promoted, it would leave them behind",
			w.shardOf(o), heirs[0].Name, gained)
	}
	if w.quorum() {
		return w.elect(o, heirs[0], form)
	}
	if !w.enough(form) {
		return wait(OldPrimaryNotFenced, nameOf(o), "no quorum, and the primary of shard %d (%s) may still accept writes: %s", w.shardOf(o), title(o), cmp.Or(why, onlyItsEnd))
	}
	return w.takeOver(o, heirs[0], "no quorum: ")
}

const onlyItsEnd = "it is the only shard's, so that only the end of its process or pod counts"

// elect has the replica elected by the primaries that are left. Fenced in the
// first form, at once. Else Valkey's own failover comes first: it has three node
// timeouts after the mark, which takes one to come.
func (w *world) elect(o *owner, heir *member, form fence) (Decision, bool) {
	unseen, timeout := w.unseenFor(o.id), w.NodeTimeout.Milliseconds()
	name := nameOf(o)
	switch {
	case form == firstForm && !w.votersKnow(o.id):
		return w.takeOver(o, heir, "a majority of primaries has forgotten the primary: ")
	case form == firstForm && unseen < 6*timeout:
	case !w.allSeeFailed(o.id) && form != firstForm:
		return wait(FailoverPending, name, "primary unhealthy but replicas exist, waiting for auto-failover: not every primary takes %s of shard %d for failed yet", title(o), w.shardOf(o))
	case unseen < 4*timeout:
		return wait(FailoverPending, name, "primary unhealthy but replicas exist, waiting for auto-failover: shard %d, replica %s, until %s have not been heard of %s",
			w.shardOf(o), heir.Name, 4*w.NodeTimeout, title(o))
	case unseen >= 6*timeout && w.enough(form):
		return w.takeOver(o, heir, "no election came: ")
	}
	return act(ForcingFailover, "shard "+itoa(w.shardOf(o))+" lost its primary "+title(o)+": forcing the election of replica "+heir.Name+
		w.offsetOf(o.id, heir), []Action{failOverTo(ForceFailOver, w.shard(heir.Shard), heir, o.id, name)})
}

func (w *world) takeOver(o *owner, heir *member, why string) (Decision, bool) {
	return act(TakingOver, why+"replica "+heir.Name+w.offsetOf(o.id, heir)+" takes over shard "+itoa(w.shardOf(o))+" from "+title(o),
		[]Action{failOverTo(TakeOver, w.shard(heir.Shard), heir, o.id, nameOf(o))})
}

// offsetOf says how much data the heir of a lost primary has, and how far the next
// replica lags behind it. What the primary itself had nobody knows any more.
func (w *world) offsetOf(id string, heir *member) string {
	text := " at offset " + itoa(heir.server.Replication.Offset)
	for _, m := range w.heirs(id) {
		if m != heir && m.server.Replication.ReplicationID == heir.server.Replication.ReplicationID {
			return text + " (" + itoa(heir.server.Replication.Offset-m.server.Replication.Offset) + " ahead of replica " + m.Name + ")"
		}
	}
	return text
}

func failOverTo(kind ActionKind, s *shard, heir *member, oldID, oldName string) Action {
	return Action{
		Kind: kind, Shard: s.index, Node: heir.Name, ID: heir.id, Peer: oldName, PeerID: oldID, Offset: heir.server.Replication.Offset,
	}
}
