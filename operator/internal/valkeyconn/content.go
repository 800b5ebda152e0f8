package valkeyconn

import (
	"fmt"
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
