package valkeyconn

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// Meet makes the node greet another one, by the IP address and the ports of its
// pod. OK means that the handshake has begun.
func (c *Conn) Meet(ctx context.Context, ip string, port, busPort int) error {
	return c.run(ctx, "CLUSTER", "MEET", ip, strconv.Itoa(port), strconv.Itoa(busPort))
}

// SetConfigEpoch gives a node its first config epoch. Valkey allows it once, and
// only before the node knows another one.
func (c *Conn) SetConfigEpoch(ctx context.Context, epoch int64) error {
	return c.run(ctx, "CLUSTER", "SET-CONFIG-EPOCH", strconv.FormatInt(epoch, 10))
}

// AssignSlots gives the node slots that no node has in its view, all or none.
func (c *Conn) AssignSlots(ctx context.Context, s slots.Set) error {
	return c.run(ctx, append([]string{"CLUSTER", "ADDSLOTSRANGE"}, bounds(s)...)...)
}

// Replicate makes the node a replica of a primary that it knows.
func (c *Conn) Replicate(ctx context.Context, primaryID string) error {
	return c.run(ctx, "CLUSTER", "REPLICATE", primaryID)
}

// Forget removes another node from the node's view, and keeps it from being
// learnt again from others for one minute (Valkey 8.0 to 9.1).
func (c *Conn) Forget(ctx context.Context, id string) error {
	return c.run(ctx, "CLUSTER", "FORGET", id)
}

// FailOverMode is how a replica takes the place of its primary.
type FailOverMode string

// The modes.
const (
	// Coordinated with the primary, which stops writes meanwhile: nothing is lost.
	Coordinated FailOverMode = ""
	// Force asks the other primaries for their votes without the primary.
	Force FailOverMode = "FORCE"
	// TakeOver asks nobody.
	TakeOver FailOverMode = "TAKEOVER"
)

// FailOver makes the node, a replica, take its primary's place. OK means that it
// has begun, with TakeOver that it is done in the node's own view.
func (c *Conn) FailOver(ctx context.Context, mode FailOverMode) error {
	if mode == Coordinated {
		return c.run(ctx, "CLUSTER", "FAILOVER")
	}
	return c.run(ctx, "CLUSTER", "FAILOVER", string(mode))
}

// MigrateSlots begins to move slots from the node, their owner, to another
// primary (Valkey 9.0). OK means that the jobs are accepted; how they go is in
// topology.Server.Migrations of both ends.
func (c *Conn) MigrateSlots(ctx context.Context, s slots.Set, targetID string) error {
	words := append([]string{"CLUSTER", "MIGRATESLOTS", "SLOTSRANGE"}, bounds(s)...)
	return c.run(ctx, append(words, "NODE", targetID)...)
}

// nothingToCancel is the reply of Valkey 9.0 and 9.1 where no job is active.
const nothingToCancel = "No migrations ongoing"

// CancelSlotMigrations ends all jobs that move slots from the node; that there
// is none is no error.
func (c *Conn) CancelSlotMigrations(ctx context.Context) error {
	err := c.run(ctx, "CLUSTER", "CANCELSLOTMIGRATIONS")
	if errors.Is(err, ErrServer) && strings.HasSuffix(err.Error(), ": "+nothingToCancel) {
		return nil
	}
	return err
}

// bounds are the first and the last slot of each range of the set.
func bounds(s slots.Set) []string {
	var words []string
	for _, r := range s.Ranges() {
		words = append(words, strconv.Itoa(r.First), strconv.Itoa(r.Last))
	}
	return words
}
