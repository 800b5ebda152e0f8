package acl

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/names"
)

// DefaultUser is the user of a connection that has not authenticated.
const DefaultUser = "default"

// operatorRules let the operator form and change a cluster, reload and verify
// users, apply settings that change live, and copy functions; they open no key
// and no channel. AUTH and HELLO need no permission in Valkey. Seen to be
// enough on 8.0.1, 8.1.1 and 9.1.2.
const operatorRules = "+cluster +acl|load +acl|getuser +ping +info +config|set" +
	" +function|dump +function|restore +function|list"

// replRules let a replica attach (psync, sync, replconf, ping) and a slot
// migration import. Its target runs the streamed writes as this user, so it
// needs every write command on every key and select, but not the three that
// empty a node. The order matters: a rule to the right takes back what one to
// the left gave. Seen on 9.1.2.
const replRules = "-@all +psync +sync +replconf +ping " + syncSlotsRule + " +select +@write ~*" +
	" -flushall -flushdb -swapdb"

// syncSlotsRule is for the target of a slot migration, which Valkey has from
// 9.0 on.
const syncSlotsRule = "+cluster|syncslots"

// systemLines are the lines of the system users that log in. They never carry
// "db=": CLUSTER MIGRATESLOTS needs every database.
func systemLines(in Input) ([]string, error) {
	operator, err := systemLine(names.UserOperator, in.OperatorHashes, operatorRules)
	if err != nil {
		return nil, err
	}
	rules := replRules
	if in.NoSlotMigration {
		rules = strings.Replace(rules, " "+syncSlotsRule, "", 1)
	}
	repl, err := systemLine(names.UserRepl, in.ReplHashes, rules)
	if err != nil {
		return nil, err
	}
	return []string{operator, repl}, nil
}

func systemLine(name string, hashes []string, rules string) (string, error) {
	words, err := passwordWords(hashes)
	if err != nil {
		return "", fmt.Errorf("rendering user %q: %w", name, err)
	}
	return "user " + name + " on" + words + " resetchannels " + rules, nil
}

// defaultLine is the line of the default user when no binding names it.
// Without users it stays as open as Valkey's own. With users it is switched
// off, which also leaves it without a command: Valkey starts every line from
// nothing, that of the default user too, at start and on ACL LOAD (seen on
// 8.0.1, 8.1.1 and 9.1.2). Without a line it would be open.
func defaultLine(users bool) string {
	if users {
		return "user " + DefaultUser + " off"
	}
	return "user " + DefaultUser + " on nopass ~* &* +@all"
}
