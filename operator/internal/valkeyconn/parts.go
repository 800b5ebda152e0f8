package valkeyconn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/valkey-io/valkey-go"

	"github.com/valkey-menu/valkey-menu/lib/topology"
)

func readNodes(s *topology.Server, reply valkey.ValkeyResult) error {
	text, err := plainText(reply)
	if err != nil {
		return err
	}
	if s.Peers, err = topology.ParseNodes(text); err != nil {
		return err
	}
	s.ID = s.Myself().ID
	return nil
}

func readCluster(s *topology.Server, reply valkey.ValkeyResult) error {
	text, err := plainText(reply)
	if err != nil {
		return err
	}
	s.Cluster, err = topology.ParseClusterInfo(text)
	return err
}

func readReplication(s *topology.Server, reply valkey.ValkeyResult) error {
	text, err := plainText(reply)
	if err != nil {
		return err
	}
	s.Replication, err = topology.ParseReplication(text)
	return err
}

// unknownSubcommand begins the reply of Valkey 8 to GETSLOTMIGRATIONS.
const unknownSubcommand = "unknown subcommand"

func readMigrations(s *topology.Server, reply valkey.ValkeyResult) error {
	jobs, err := reply.ToArray()
	if refused, ok := valkey.IsValkeyErr(err); ok && strings.HasPrefix(refused.Error(), unknownSubcommand) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range jobs {
		fields, err := textFields(&jobs[i])
		if err != nil {
			return err
		}
		job, err := topology.ParseMigration(fields)
		if err != nil {
			return err
		}
		s.Migrations = append(s.Migrations, job)
	}
	return nil
}

// readRevision reads the revision from where users.acl carries it: the one
// password hash of a disabled user (lib/acl). Without the user, or with none, the
// file has no revision. An error reply leaves the fact unknown: the users of a
// node may be older than this operator.
func (c *Conn) readRevision(s *topology.Server, reply valkey.ValkeyResult) error {
	user, err := reply.AsMap()
	if valkey.IsValkeyNil(err) {
		s.ACLRevision = topology.Known("")
		return nil
	}
	if refused, ok := valkey.IsValkeyErr(err); ok {
		s.ACLRevision = topology.Unknown[string]("ACL GETUSER: " + c.node.clean(refused.Error()))
		return nil
	}
	if err != nil {
		return err
	}
	field, ok := user["passwords"]
	if !ok {
		return errors.New("the reply has no field passwords")
	}
	hashes, err := field.AsStrSlice()
	switch {
	case err != nil:
		return fmt.Errorf("field passwords: %w", err)
	case len(hashes) == 0:
		s.ACLRevision = topology.Known("")
	case len(hashes) == 1:
		s.ACLRevision = topology.Known(hashes[0])
	default:
		s.ACLRevision = topology.Unknown[string](fmt.Sprintf("the user that carries it has %d passwords", len(hashes)))
	}
	return nil
}

// verbatim stands before the reports of a node, by which RESP3 says that they
// are plain text. valkey-go leaves it in.
const verbatim = "txt:"

func plainText(reply valkey.ValkeyResult) (string, error) {
	text, err := reply.ToString()
	return strings.TrimPrefix(text, verbatim), err
}

// textFields is a map of names to texts or numbers, as RESP3 and RESP2 write it.
// Values of another type, which later versions may add, are left out.
func textFields(m *valkey.ValkeyMessage) (map[string]string, error) {
	values, err := m.AsMap()
	if err != nil {
		return nil, err
	}
	fields := make(map[string]string, len(values))
	for name, value := range values {
		if n, err := value.AsInt64(); value.IsInt64() && err == nil {
			fields[name] = strconv.FormatInt(n, 10)
		} else if text, err := value.ToString(); err == nil {
			fields[name] = text
		}
	}
	return fields, nil
}
