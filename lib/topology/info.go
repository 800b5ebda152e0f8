package topology

import (
	"fmt"
	"strconv"
	"strings"
)

// Info is a reply of INFO or CLUSTER INFO: fields by name.
type Info map[string]string

// ParseInfo reads the reply. Sections, empty lines and lines without a colon
// carry no field.
func ParseInfo(reply string) Info {
	info := Info{}
	for line := range strings.Lines(reply) {
		line = strings.TrimRight(line, "\r\n")
		if name, value, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "#") {
			info[name] = value
		}
	}
	return info
}

// text returns a field that has to be there.
func (i Info) text(name string) (string, error) {
	value, ok := i[name]
	if !ok {
		return "", fmt.Errorf("the reply has no field %s", name)
	}
	return value, nil
}

// number returns a field that has to be there as a number.
func (i Info) number(name string) (int64, error) {
	value, err := i.text(name)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("field %s is %q, not a number", name, value)
	}
	return n, nil
}

// ClusterInfo is a node's own verdict on the cluster.
type ClusterInfo struct {
	OK            bool // cluster_state:ok
	SlotsAssigned int
	KnownNodes    int   // itself included
	Size          int   // primaries that serve slots
	CurrentEpoch  int64 // the highest config epoch that it knows
	MyEpoch       int64
}

// ParseClusterInfo reads the reply of CLUSTER INFO. A field that is missing is
// an error: it is not zero.
func ParseClusterInfo(reply string) (ClusterInfo, error) {
	info := ParseInfo(reply)
	state, err := info.text("cluster_state")
	if err != nil {
		return ClusterInfo{}, fmt.Errorf("reading CLUSTER INFO: %w", err)
	}
	var numbers [5]int64
	for i, name := range []string{
		"cluster_slots_assigned", "cluster_known_nodes", "cluster_size", "cluster_current_epoch", "cluster_my_epoch",
	} {
		if numbers[i], err = info.number(name); err != nil {
			return ClusterInfo{}, fmt.Errorf("reading CLUSTER INFO: %w", err)
		}
	}
	return ClusterInfo{
		OK: state == "ok", SlotsAssigned: int(numbers[0]), KnownNodes: int(numbers[1]), Size: int(numbers[2]),
		CurrentEpoch: numbers[3], MyEpoch: numbers[4],
	}, nil
}
