package catalogue

import (
	"context"
	"fmt"
	"regexp"
)

// farAway is an address of no machine (RFC 5737): a server that shall listen there says at which port, and ends.
const farAway = "bind 192.0.2.1"

var saysPort = regexp.MustCompile(`Failed listening on port (\d+)`)

// defaults mends the values that the recording itself set: those of base and of the folder.
func (r recorder) defaults(ctx context.Context, entries []directive) ([]directive, error) {
	_, output, err := start(ctx, r.program, farAway)
	m := saysPort.FindStringSubmatch(output)
	if m == nil {
		return nil, fmt.Errorf("finding the default port: %w: %s", err, output)
	}
	s, output, err := start(ctx, r.program, socketLine, "port 0")
	if err != nil {
		return nil, fmt.Errorf("finding the default addresses: %w: %s", err, output)
	}
	defer s.stop() //nolint:errcheck // a folder that stays is no wrong answer
	addresses, err := s.do("CONFIG", "GET", "bind")
	if err != nil {
		return nil, err
	}
	own := map[string]string{"port": m[1], "bind": addresses.pairs()["bind"]}
	for name, value := range r.facts.notRead {
		own[name] = value
	}
	for i := range entries {
		if value, ok := own[entries[i].Name]; ok {
			entries[i].Default = value
		}
	}
	return entries, nil
}
