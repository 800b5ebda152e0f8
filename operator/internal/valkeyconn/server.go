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
	askFunctions
)

func questions() []command {
	return []command{
		askNodes:       {words: []string{"CLUSTER", "NODES"}},
		askCluster:     {words: []string{"CLUSTER", "INFO"}},
		askReplication: {words: []string{"INFO", "replication"}},
		askMigrations:  {words: []string{"CLUSTER", "GETSLOTMIGRATIONS"}},
		askRevision:    {words: []string{"ACL", "GETUSER", names.UserRevision}},
		askKeys:        {words: []string{"INFO", "keyspace"}},
		askFunctions:   {words: []string{"FUNCTION", "LIST", "WITHCODE"}},
	}
}

// Server asks the node about itself and the cluster, in one round trip. A part
// that could not be had or read is an error, with two exceptions: a Valkey
// before 9.0 knows no slot migrations and has none, and the ACL revision and the
// functions are facts of their own, unknown if the node does not tell.
func (c *Conn) Server(ctx context.Context) (topology.Server, error) {
	asked := questions()
	replies, err := c.send(ctx, asked...)
	if err != nil {
		return topology.Server{}, err
	}
	var s topology.Server
	for i, parse := range []func(*topology.Server, valkey.ValkeyResult) error{
		askNodes: readNodes, askCluster: readCluster, askReplication: readReplication,
		askMigrations: readMigrations, askRevision: c.readRevision, askKeys: readKeys, askFunctions: c.readFunctions,
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
