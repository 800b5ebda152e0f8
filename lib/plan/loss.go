package plan

import "github.com/valkey-menu/valkey-menu/lib/topology"

// loseData gives up the slots of an owner of which no copy lives: every server
// forgets it, so that the slots are free for a fresh primary. The decision
// carries the loss.
func loseData(w *world) (Decision, bool) { return patiently(w.absent(), w.loseOwner) }

func (w *world) loseOwner(o *owner) (Decision, bool) {
	if len(w.heirs(o.id)) > 0 {
		return pass() // failOver promotes one
	}
	form, why := w.fenceOf(o.id)
	if form == unfenced && !w.doubted(o.id) {
		return pass()
	}
	index := w.shardOf(o)
	switch m := w.possibleHeir(o); {
	case form == unfenced:
		return wait(OldPrimaryNotFenced, nameOf(o), "the primary of shard %d (%s) does not serve and has no replica, but it may come back: %s", index, title(o), why)
	case !w.enough(form):
		return wait(OldPrimaryNotFenced, nameOf(o), "the primary of shard %d (%s) does not serve and has no replica, but it may come back: %s", index, title(o), onlyItsEnd)
	case m != nil:
		return wait(ServerUnreachable, m.Name, "the primary of shard %d is lost, and node %s, which may have a copy of its data, does not answer: %s", index, m.Name, m.Server.Why())
	}
	if m := w.unawareHeir(o); m != nil {
		return wait(ViewsDiffer, m.Name, "the primary of shard %d is lost, and replica %s, which has an older copy of its data, has not heard of it yet", index, m.Name)
	}
	if m := w.silentMember(o, index); m != nil {
		return wait(ServerUnreachable, m.Name, "the primary of shard %d is lost, and node %s, which may have an older copy of its data, does not answer: %s", index, m.Name, m.Server.Why())
	}
	if d, decided := w.stopBlank(o, index); decided {
		return d, true
	}
	d, decided := act(LosingData, "no copy of the data of shard "+itoa(index)+" lives: slots "+o.slots.String()+" are given up and start empty", w.forgets(o.id, nameOf(o)))
	d.Losses = []Loss{{Shard: index, Slots: o.slots}}
	return d, decided
}

// unawareHeir is a replica that still takes slots of the owner for those of an
// earlier one, which it follows: once it hears of the change it follows the owner.
func (w *world) unawareHeir(o *owner) *member {
	for _, m := range w.live {
		if m.self.Role != topology.RoleReplica || m.self.PrimaryID == o.id || m.blank() {
			continue
		}
		if p := m.peer(m.self.PrimaryID); p != nil && p.ConfigEpoch < o.epoch && !p.Slots.And(o.slots).Empty() {
			return m
		}
	}
	return nil
}

// silentMember is a node of a lost owner's shard that does not answer, whoever others
// take for its primary.
func (w *world) silentMember(o *owner, index int) *member {
	for _, m := range w.members {
		if m.condition == silent && m.Shard == index && m != o.m && !w.follower(m) {
			return m
		}
	}
	return nil
}

// stopBlank stops replicas of the lost owner that were never in sync: they have
// nothing, cannot forget their primary, and a replica takes no functions.
func (w *world) stopBlank(o *owner, index int) (Decision, bool) {
	var actions []Action
	for _, m := range w.live {
		switch {
		case !m.follows(o.id):
		case m.pod.Deleting:
			return wait(PodStopping, m.Name, "no copy of the data of shard %d lives: replica %s, which was never in sync, is stopping", index, m.Name)
		default:
			actions = append(actions, Action{Kind: StopPod, Node: m.Name, ID: m.id, Shard: m.Shard})
		}
	}
	return act(LosingData, "no copy of the data of shard "+itoa(index)+" lives: stopping "+plural(len(actions), "replica")+" that never came in sync", actions)
}
