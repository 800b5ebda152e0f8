package topology

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// ParseNodes reads the reply of CLUSTER NODES. Exactly one line is the viewer's
// own: a view without itself, or with two, is no view.
func ParseNodes(reply string) ([]Peer, error) {
	var peers []Peer
	myself := 0
	for line := range strings.Lines(reply) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			continue
		}
		p, err := parsePeer(line)
		if err != nil {
			return nil, fmt.Errorf("reading CLUSTER NODES line %q: %w", line, err)
		}
		if p.Myself {
			myself++
		}
		peers = append(peers, p)
	}
	if myself != 1 {
		return nil, fmt.Errorf("reading CLUSTER NODES: %d lines of %d are the node's own, want 1", myself, len(peers))
	}
	return peers, nil
}

// The fields of a line; slots follow.
const (
	fieldID = iota
	fieldAddress
	fieldFlags
	fieldPrimary
	fieldPing
	fieldPong
	fieldEpoch
	fieldLink
	fieldSlots
)

func parsePeer(line string) (Peer, error) {
	fields := strings.Fields(line)
	if len(fields) < fieldSlots {
		return Peer{}, fmt.Errorf("%d fields, want at least %d", len(fields), fieldSlots)
	}
	p := Peer{ID: fields[fieldID], Connected: fields[fieldLink] == "connected"}
	if primary := fields[fieldPrimary]; primary != "-" {
		p.PrimaryID = primary
	}
	if err := p.parseAddress(fields[fieldAddress]); err != nil {
		return Peer{}, err
	}
	if err := p.parseFlags(fields[fieldFlags]); err != nil {
		return Peer{}, err
	}
	var err error
	if p.PingSent, err = parseTime("ping", fields[fieldPing]); err != nil {
		return Peer{}, err
	}
	if p.PongReceived, err = parseTime("pong", fields[fieldPong]); err != nil {
		return Peer{}, err
	}
	if p.ConfigEpoch, err = strconv.ParseUint(fields[fieldEpoch], 10, 64); err != nil {
		return Peer{}, fmt.Errorf("config epoch %q is not a number", fields[fieldEpoch])
	}
	err = p.parseSlots(fields[fieldSlots:])
	return p, err
}

// parseAddress reads ip:port@bus,hostname,name=value...: what follows the port
// is left out by old servers, an address may be empty or IPv6 without brackets.
func (p *Peer) parseAddress(text string) error {
	endpoint, rest, _ := strings.Cut(text, ",")
	p.Hostname, _, _ = strings.Cut(rest, ",")
	host, bus, hasBus := strings.Cut(endpoint, "@")
	colon := strings.LastIndexByte(host, ':')
	if colon < 0 {
		return fmt.Errorf("address %q has no port", text)
	}
	var err error
	if p.Port, err = parsePort(host[colon+1:]); err != nil {
		return err
	}
	if hasBus {
		if p.BusPort, err = parsePort(bus); err != nil {
			return err
		}
	}
	if host[:colon] == "" {
		return nil
	}
	address, err := netip.ParseAddr(strings.Trim(host[:colon], "[]"))
	if err != nil {
		return fmt.Errorf("address %q is no IP address", host[:colon])
	}
	p.Address = address.String()
	return nil
}

func parseTime(what, text string) (int64, error) {
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil || ms < 0 {
		return 0, fmt.Errorf("time of the %s %q is not a time", what, text)
	}
	return ms, nil
}

func parsePort(text string) (int, error) {
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, fmt.Errorf("port %q is not a number", text)
	}
	return int(port), nil
}

// parseFlags takes flags that it does not know for harmless: later versions add
// some.
func (p *Peer) parseFlags(text string) error {
	p.Role, p.Health = RoleUnknown, HealthOK
	for flag := range strings.SplitSeq(text, ",") {
		switch flag {
		case "":
			return fmt.Errorf("flags %q have an empty one", text)
		case "myself":
			p.Myself = true
		case "master", "primary":
			p.Role = RolePrimary
		case "slave", "replica":
			p.Role = RoleReplica
		case "fail?":
			p.Health = HealthSuspected
		case "fail":
			p.Health = HealthFailed
		case "handshake":
			p.Handshake = true
		case "noaddr":
			p.NoAddress = true
		case "nofailover":
			p.NoFailover = true
		}
	}
	return nil
}

func (p *Peer) parseSlots(fields []string) error {
	for _, field := range fields {
		if strings.HasPrefix(field, "[") {
			open, err := parseOpenSlot(field)
			if err != nil {
				return err
			}
			p.Open = append(p.Open, open)
			continue
		}
		r, err := slots.ParseRange(field)
		if err != nil {
			return err
		}
		p.Slots = p.Slots.Or(slots.Between(r.First, r.Last))
	}
	return nil
}

// parseOpenSlot reads [93-<-id] (importing from) or [93->-id] (migrating to).
func parseOpenSlot(text string) (OpenSlot, error) {
	inner, closed := strings.CutSuffix(strings.TrimPrefix(text, "["), "]")
	slot, peer, importing := strings.Cut(inner, "-<-")
	if !importing {
		var migrating bool
		slot, peer, migrating = strings.Cut(inner, "->-")
		closed = closed && migrating
	}
	r, err := slots.ParseRange(slot)
	if !closed || err != nil || r.First != r.Last || peer == "" {
		return OpenSlot{}, fmt.Errorf("open slot %q is neither [slot-<-id] nor [slot->-id]", text)
	}
	return OpenSlot{Slot: r.First, Importing: importing, PeerID: peer}, nil
}
