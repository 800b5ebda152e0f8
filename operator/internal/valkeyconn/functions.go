package valkeyconn

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/valkey-io/valkey-go"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// Functions returns a digest of the node's function libraries, the same for the same
// names and code, whatever their order; empty if there are none. Whatever keeps it
// from being known, also a reply that is too long, makes it an unknown fact: a server
// that loads a snapshot does not tell. A reply that is too long ends the connection.
func (c *Conn) Functions(ctx context.Context) topology.Fact[string] {
	k := command{words: []string{"FUNCTION", "LIST", "WITHCODE"}}
	replies, err := c.send(ctx, k)
	if err != nil {
		return topology.Unknown[string](err.Error())
	}
	digest, err := digestOf(replies[0])
	if err != nil {
		return topology.Unknown[string](c.replyError(k, err).Error())
	}
	return topology.Known(digest)
}

func digestOf(reply valkey.ValkeyResult) (string, error) {
	libraries, err := reply.ToArray()
	if err != nil || len(libraries) == 0 {
		return "", err
	}
	texts := make([]string, 0, len(libraries))
	for i := range libraries {
		fields, err := textFields(&libraries[i])
		if err != nil {
			return "", err
		}
		texts = append(texts, strconv.Quote(fields["library_name"])+strconv.Quote(fields["library_code"]))
	}
	slices.Sort(texts)
	sum := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	return hex.EncodeToString(sum[:]), nil
}

// FunctionDump returns all function libraries of the node, in a form for
// FunctionRestore only.
func (c *Conn) FunctionDump(ctx context.Context) ([]byte, error) {
	k := command{words: []string{"FUNCTION", "DUMP"}}
	replies, err := c.send(ctx, k)
	if err != nil {
		return nil, err
	}
	dump, err := replies[0].ToString()
	if err != nil {
		return nil, c.replyError(k, err)
	}
	return []byte(dump), nil
}

// FunctionRestore gives the node, a primary, the libraries of a dump in place of
// all that it has, so that it has the same ones as where the dump was made.
func (c *Conn) FunctionRestore(ctx context.Context, dump []byte) error {
	return c.run(ctx, "FUNCTION", "RESTORE", string(dump), "FLUSH")
}
