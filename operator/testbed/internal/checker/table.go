package checker

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// WriteTable prints the report for people.
func (r Report) WriteTable(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of writing, %d writes/s asked for each shard, keys %s*\n\n", round(r.Duration), r.Rate, r.KeyPrefix)
	rows := [][]string{{"primary at start", "slots", "written", "writes/s", "acknowledged", "failed", "unknown", "MOVED", "ASK",
		"longest gap", "at", "lost", "lost on replica"}}
	for _, s := range r.Shards {
		replica := fmt.Sprint(s.ReplicaLost)
		if len(s.Replicas) == 0 {
			replica = "not read"
		}
		rows = append(rows, []string{s.Primary, fmt.Sprint(s.Slots), fmt.Sprint(s.Written), fmt.Sprint(s.PerSecond),
			fmt.Sprint(s.Acknowledged), fmt.Sprint(s.Failed), fmt.Sprint(s.Unknown), fmt.Sprint(s.Moved), fmt.Sprint(s.Asked),
			round(s.LongestGap.Length), round(s.LongestGap.Start), fmt.Sprint(s.Lost), replica})
	}
	writeRows(&b, rows)
	for _, s := range r.Shards {
		for _, reason := range slices.Sorted(maps.Keys(s.Reasons)) {
			fmt.Fprintf(&b, "\n%s: %d times %s", s.Primary, s.Reasons[reason], reason)
		}
		for _, l := range s.Losses {
			fmt.Fprintf(&b, "\nlost: %s (slot %d) number %d, found %s on %s", l.Key, l.Slot, l.Acked, l.Found, l.Where)
		}
	}
	for _, line := range r.Notes {
		fmt.Fprintf(&b, "\nnote: %s", line)
	}
	for _, line := range r.Problems() {
		fmt.Fprintf(&b, "\nPROBLEM: %s", line)
	}
	b.WriteByte('\n')
	_, err := io.WriteString(out, b.String())
	return err
}

// writeRows aligns the cells of a column.
func writeRows(b *strings.Builder, rows [][]string) {
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		_, _ = fmt.Fprintln(table, strings.Join(row, "\t")+"\t") // memory takes everything
	}
	_ = table.Flush()
}

func round(d time.Duration) string { return d.Round(time.Millisecond).String() }
