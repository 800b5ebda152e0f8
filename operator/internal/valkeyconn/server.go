package valkeyconn

import (
	"context"

	"github.com/valkey-io/valkey-go"

	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// What Server asks, in this order.
const (
	askNodes = iota
	askCluster
	askReplication
	askMigrations
	askRevision
	askKeys
)

// maxJobElements is room for 10,000 slot migrations, of about 25 elements each: ten
// times what a node remembers of them unless cluster-slot-migration-log-max-len is
// raised.
const maxJobElements = 1 << 18

func questions() []command {
	return []command{
		askNodes:       {words: []string{"CLUSTER", "NODES"}},
		askCluster:     {words: []string{"CLUSTER", "INFO"}},
		askReplication: {words: []string{"INFO", "replication"}},
		askMigrations:  {words: []string{"CLUSTER", "GETSLOTMIGRATIONS"}, elements: maxJobElements},
		askRevision:    {words: []string{"ACL", "GETUSER", names.UserRevision}},
		askKeys:        {words: []string{"INFO", "keyspace"}},
	}
}

// Server asks the node about itself and the cluster, in one round trip. A part
// that could not be had or read is an error, with two exceptions: a Valkey
// before 9.0 knows no slot migrations and has none, and the ACL revision is a
// fact of its own, unknown if the node does not tell. Functions are not asked for.
func (c *Conn) Server(ctx context.Context) (topology.Server, error) {
	asked := questions()
	replies, err := c.send(ctx, asked...)
	if err != nil {
		return topology.Server{}, err
	}
	var s topology.Server
	for i, parse := range []func(*topology.Server, valkey.ValkeyResult) error{
		askNodes: readNodes, askCluster: readCluster, askReplication: readReplication,
		askMigrations: readMigrations, askRevision: c.readRevision, askKeys: readKeys,
	} {
		if err := parse(&s, replies[i]); err != nil {
			return topology.Server{}, c.replyError(asked[i], err)
		}
	}
	s.ServedLeaf = topology.Unknown[string]("the connection is not encrypted")
	if c.wire.leaf != "" {
		s.ServedLeaf = topology.Known(c.wire.leaf)
	}
	return s, nil
}

// Look is Server, and then what Functions says. These are as long as whoever may
// load functions makes them, and a server that cannot be asked for them is alive all
// the same. The connection may have ended with them.
func (c *Conn) Look(ctx context.Context) (topology.Server, error) {
	s, err := c.Server(ctx)
	if err == nil {
		s.Functions = c.Functions(ctx)
	}
	return s, err
}
