package checker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/valkey-io/valkey-go"
)

// served is one range of slots and who serves it.
type served struct {
	From, To int // inclusive
	Primary  string
	Replicas []string
}

// readTopology asks the cluster who serves which slots, and asks again until ctx ends: the client picks any node that it
// knows, and that one may be dead.
func readTopology(ctx context.Context, client valkey.Client, asked string) ([]served, error) {
	for {
		topology, err := askTopology(ctx, client, asked)
		if err == nil || !sleepUntil(ctx, time.Now().Add(askAgain)) {
			return topology, err
		}
	}
}

// askTopology asks one node. A node that has met no other does not know its own address; asked
// is the one under which it was reached.
func askTopology(ctx context.Context, client valkey.Client, asked string) ([]served, error) {
	ownHost, _, err := net.SplitHostPort(asked)
	if err != nil {
		return nil, fmt.Errorf("address of a node: %w", err)
	}
	ranges, err := client.Do(ctx, client.B().ClusterSlots().Build()).ToArray()
	if err != nil {
		return nil, fmt.Errorf("reading the slot map: %w", err)
	}
	var topology []served
	for _, r := range ranges {
		s, err := parseRange(r, ownHost)
		if err != nil {
			return nil, fmt.Errorf("reading the slot map: %w", err)
		}
		topology = append(topology, s)
	}
	slices.SortFunc(topology, func(a, b served) int { return a.From - b.From })
	return topology, nil
}

// parseRange reads one answer of CLUSTER SLOTS: from, to, the primary, and any replicas.
func parseRange(message valkey.ValkeyMessage, ownHost string) (served, error) {
	field, err := message.ToArray()
	if err != nil {
		return served{}, err
	}
	if len(field) < 3 {
		return served{}, errors.New("a range has no primary")
	}
	from, err := field[0].AsInt64()
	if err != nil {
		return served{}, err
	}
	to, err := field[1].AsInt64()
	if err != nil {
		return served{}, err
	}
	if from < 0 || to < from || to >= slotCount {
		return served{}, fmt.Errorf("no such range of slots: %d-%d", from, to)
	}
	s := served{From: int(from), To: int(to)}
	for i, node := range field[2:] {
		address, err := parseNode(node, ownHost)
		switch {
		case err != nil:
			return served{}, err
		case i == 0:
			s.Primary = address
		default:
			s.Replicas = append(s.Replicas, address)
		}
	}
	return s, nil
}

// parseNode reads endpoint and port. A node that says no endpoint cannot be told from another.
func parseNode(message valkey.ValkeyMessage, ownHost string) (string, error) {
	field, err := message.ToArray()
	if err != nil {
		return "", err
	}
	if len(field) < 2 {
		return "", errors.New("a node has no port")
	}
	host, err := field[0].ToString()
	if err != nil {
		return "", fmt.Errorf("a node has no endpoint: %w", err)
	}
	port, err := field[1].AsInt64()
	if err != nil {
		return "", err
	}
	if host == "" {
		host = ownHost
	}
	if host == "?" {
		return "", errors.New("a node says that it does not know its endpoint")
	}
	return net.JoinHostPort(host, strconv.FormatInt(port, 10)), nil
}

// group is the slots of one primary.
type group struct {
	Primary string
	Slots   []int
}

// groups divides all slots among their primaries, in the order of the lowest slot. A slot without one is an error: a
// cluster that is broken from the start has nothing to be checked.
func groups(topology []served) ([]group, error) {
	var all []group
	index := map[string]int{}
	next := 0
	for _, s := range topology {
		if s.From != next {
			return nil, fmt.Errorf("slot %d is served by nobody or by two", min(next, s.From))
		}
		next = s.To + 1
		at, ok := index[s.Primary]
		if !ok {
			at = len(all)
			index[s.Primary] = at
			all = append(all, group{Primary: s.Primary})
		}
		for slot := s.From; slot <= s.To; slot++ {
			all[at].Slots = append(all[at].Slots, slot)
		}
	}
	if next != slotCount {
		return nil, fmt.Errorf("slot %d is served by nobody", next)
	}
	return all, nil
}
