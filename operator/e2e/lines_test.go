//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The targets of the operator's loops, as known filters name them.
const (
	clusterTarget = "operator::controller::cluster"
	nodeTarget    = "operator::controller::node"
	aclTarget     = "operator::controller::acl"
	tlsTarget     = "operator::controller::tls"
)

// line is one of the operator's log.
type line struct {
	Timestamp     time.Time
	Level, Target string
	Fields        map[string]any
	Span          struct{ Namespace string }
	raw           string
}

// linesOf returns the lines of the operator's log about a namespace, in order.
func linesOf(ns string) ([]line, error) {
	text, err := os.ReadFile(bed.log)
	if err != nil {
		return nil, err
	}
	return linesAbout(text, ns)
}

func linesAbout(text []byte, ns string) ([]line, error) {
	var all []line
	for raw := range bytes.Lines(text) {
		if !bytes.HasPrefix(raw, []byte("{")) || !bytes.HasSuffix(raw, []byte("\n")) || !bytes.Contains(raw, []byte(ns)) {
			continue // of another namespace, what a failpoint says, or not yet written
		}
		l := line{raw: string(raw)}
		if err := json.Unmarshal(raw, &l); err != nil {
			return nil, fmt.Errorf("line %q: %w", raw, err)
		}
		if l.Span.Namespace == ns {
			all = append(all, l)
		}
	}
	return all, nil
}

// says is whether the line has the message, and each of the words in a field
// beside it.
func (l line) says(level, message string, words ...string) bool {
	if l.Level != level || l.Fields["message"] != message {
		return false
	}
	for _, w := range words {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(l.Fields)), func(key string) bool {
			return key != "message" && strings.Contains(fmt.Sprint(l.Fields[key]), w)
		}) {
			return false
		}
	}
	return true
}

// taken are the lines that a test has demanded.
var taken struct {
	sync.Mutex
	lines map[string]bool
}

// take returns the first line that says it and that nobody has taken.
func take(all []line, level, message string, words ...string) (line, bool) {
	taken.Lock()
	defer taken.Unlock()
	for _, l := range all {
		if l.says(level, message, words...) && !taken.lines[l.raw] {
			if taken.lines == nil {
				taken.lines = map[string]bool{}
			}
			taken.lines[l.raw] = true
			return l, true
		}
	}
	return line{}, false
}

// logged demands a line of the operator's log about the namespace, with the words
// beside the message. Asked again for the same, it demands one more.
func logged(t *testing.T, level, message, ns string, words ...string) (found line) {
	t.Helper()
	eventually(t, patience, fmt.Sprintf("the log says %q with %q", message, words), func() error {
		all, err := linesOf(ns)
		if err != nil {
			return err
		}
		l, ok := take(all, level, message, words...)
		if !ok {
			return fmt.Errorf("none of the %d lines about %s that were not asked for before does", len(all), ns)
		}
		found = l
		return nil
	})
	return found
}

// TestLinesAreRead as what they say.
func TestLinesAreRead(t *testing.T) {
	t.Parallel()
	const written = `{"timestamp":"2026-01-31T12:00:00.000001Z","level":"WARN","fields":{"message":"it fails","because":"tls.key does not match"},"target":"operator","span":{"namespace":"e2e-lines","name":"reconcile"}}
{"timestamp":"2026-01-31T12:00:00.000002Z","level":"WARN","fields":{"message":"it fails","because":"e2e-lines is not where this is"},"target":"operator","span":{"namespace":"other","name":"reconcile"}}
failpoint of e2e-lines reached
{"timestamp":"2026-01-31T12:00:00.000003Z","level":"WARN","fields":{"message":"it fails","because":"e2e-lines is cut`
	all, err := linesAbout([]byte(written), "e2e-lines")
	if err != nil || len(all) != 1 {
		t.Fatalf("%d lines (%v), want the first", len(all), err)
	}
	for name, k := range map[string]struct {
		level, message, word string
	}{
		"another level":       {"INFO", "it fails", "tls.key"},
		"half of the message": {"WARN", "it", "tls.key"},
		"another cause":       {"WARN", "it fails", "tls.crt"},
		"a word of a message": {"WARN", "it fails", "fails"},
	} {
		if l, found := take(all, k.level, k.message, k.word); found {
			t.Errorf("%s is found in %s", name, l.raw)
		}
	}
	if _, found := take(all, "WARN", "it fails", "tls.key does not"); !found {
		t.Error("the line is not found")
	}
	if _, found := take(all, "WARN", "it fails"); found {
		t.Error("the line is found again")
	}
}
