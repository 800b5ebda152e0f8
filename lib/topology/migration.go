package topology

import (
	"fmt"
	"strconv"

	"github.com/valkey-menu/valkey-menu/lib/slots"
)

// MigrationState of a slot migration job.
type MigrationState string

// The states after which a job does nothing more (Valkey 9.0). Every other one
// is active, also one that later versions add.
const (
	MigrationSuccess   MigrationState = "success"
	MigrationFailed    MigrationState = "failed"
	MigrationCancelled MigrationState = "cancelled"
)

// Ended reports whether the job does nothing more.
func (s MigrationState) Ended() bool {
	return s == MigrationSuccess || s == MigrationFailed || s == MigrationCancelled
}

// Migration is one entry of CLUSTER GETSLOTMIGRATIONS: a job as one of its two
// ends sees it. The list is short and lost at a restart, so that its silence
// says nothing.
type Migration struct {
	Name     string
	Export   bool // this end is the source
	Slots    slots.Set
	SourceID string // empty on replicas
	TargetID string // empty on replicas
	// Created, Updated and Acknowledged are Unix times in seconds of the node's
	// clock.
	Created, Updated, Acknowledged int64
	State                          MigrationState
	// Message says why a job has failed; it is the server's own text.
	Message string
}

// ParseMigration reads one entry, given as its fields by name.
func ParseMigration(fields map[string]string) (Migration, error) {
	m := Migration{
		Name: fields["name"], SourceID: fields["source_node"], TargetID: fields["target_node"],
		State: MigrationState(fields["state"]), Message: fields["message"],
	}
	if m.Name == "" || m.State == "" {
		return m, fmt.Errorf("reading a slot migration: it has no name or no state: %q", fields)
	}
	switch operation := fields["operation"]; operation {
	case "EXPORT":
		m.Export = true
	case "IMPORT":
	default:
		return m, fmt.Errorf("reading slot migration %q: operation is %q, want EXPORT or IMPORT", m.Name, operation)
	}
	var err error
	if m.Slots, err = slots.Parse(fields["slot_ranges"]); err != nil {
		return m, fmt.Errorf("reading slot migration %q: %w", m.Name, err)
	}
	for _, time := range []struct {
		field string
		to    *int64
	}{
		{"create_time", &m.Created}, {"last_update_time", &m.Updated}, {"last_ack_time", &m.Acknowledged},
	} {
		if *time.to, err = strconv.ParseInt(fields[time.field], 10, 64); err != nil {
			return m, fmt.Errorf("reading slot migration %q: %s is %q, not a time", m.Name, time.field, fields[time.field])
		}
	}
	return m, nil
}
