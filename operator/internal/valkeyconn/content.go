package valkeyconn

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/valkey-io/valkey-go"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

// readKeys adds up the keys of all databases: lines such as
// "db0:keys=3,expires=0,avg_ttl=0". A database without keys has no line.
func readKeys(s *topology.Server, reply valkey.ValkeyResult) error {
	text, err := plainText(reply)
	if err != nil {
		return err
	}
	total := int64(0)
	for name, value := range topology.ParseInfo(text) {
		counted, isDatabase := strings.CutPrefix(value, "keys=")
		if !isDatabase {
			continue
		}
		digits, _, _ := strings.Cut(counted, ",")
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return fmt.Errorf("field %s is %q, not a number of keys", name, value)
		}
		total += n
	}
	s.Keys = topology.Known(total)
	return nil
}

// readFunctions makes a digest of the libraries by name and code, whatever their
// order. An error reply leaves the fact unknown: a server that loads a snapshot
// does not tell.
func (c *Conn) readFunctions(s *topology.Server, reply valkey.ValkeyResult) error {
	libraries, err := reply.ToArray()
	if refused, ok := valkey.IsValkeyErr(err); ok {
		s.Functions = topology.Unknown[string]("FUNCTION LIST: " + c.node.clean(refused.Error()))
		return nil
	}
	if err != nil {
		return err
	}
	if len(libraries) == 0 {
		s.Functions = topology.Known("")
		return nil
	}
	texts := make([]string, 0, len(libraries))
	for i := range libraries {
		fields, err := textFields(&libraries[i])
		if err != nil {
			return err
		}
		texts = append(texts, strconv.Quote(fields["library_name"])+strconv.Quote(fields["library_code"]))
	}
	slices.Sort(texts)
	sum := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	s.Functions = topology.Known(hex.EncodeToString(sum[:]))
	return nil
}
