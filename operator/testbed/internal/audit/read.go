package audit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// Filter says which entries are wanted; the zero value wants all.
type Filter struct {
	User  string
	Since time.Time
}

func (f Filter) wants(e Entry) bool {
	return (f.User == "" || e.User == f.User) && !e.Time.Before(f.Since)
}

// Read calls each with every wanted entry, in the order in which the API server finished them. It reads what is there
// now; a write is there a moment after its answer.
func Read(l layout.Layout, filter Filter, each func(Entry) error) error {
	// A log that grew large was renamed to audit-TIME.log, which sorts before audit.log.
	files, err := filepath.Glob(strings.TrimSuffix(l.AuditLog(), ".log") + "*.log")
	if err != nil {
		return fmt.Errorf("finding the audit log: %w", err)
	}
	slices.Sort(files)
	if len(files) == 0 {
		return fmt.Errorf("reading the audit log %q: there is none; a testbed that is up has one after the first write", l.AuditLog())
	}
	for _, file := range files {
		if err := readFile(file, filter, each); err != nil {
			return fmt.Errorf("reading the audit log %q: %w", file, err)
		}
	}
	return nil
}

func readFile(file string, filter Filter, each func(Entry) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read
	return readLines(f, filter, each)
}

// readLines leaves out a last line without its newline: the API server is just writing it.
func readLines(in io.Reader, filter Filter, each func(Entry) error) error {
	lines := bufio.NewReader(in)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if e := r.entry(); filter.wants(e) {
			if err := each(e); err != nil {
				return err
			}
		}
	}
}
