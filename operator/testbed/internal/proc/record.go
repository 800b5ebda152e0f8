package proc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Record is what is kept about a started process.
type Record struct {
	Name string `json:"name"`
	PID  int    `json:"pid"`
	// Started is the process's start in clock ticks since boot (field 22 of /proc/PID/stat), which tells it from a
	// later process with the same pid.
	Started uint64 `json:"started"`
}

// Alive says whether the recorded process itself still runs.
func (r Record) Alive() bool {
	s, err := stat(r.PID)
	return err == nil && !s.ended() && s.started == r.Started
}

// Records lists what is recorded in dir, by name.
func Records(dir string) ([]Record, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("listing process records: %w", err)
	}
	slices.Sort(files)
	var records []Record
	for _, file := range files {
		record, err := read(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		records = append(records, record)
	}
	return records, nil
}

func read(file string) (Record, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return Record{}, fmt.Errorf("reading process record: %w", err)
	}
	var record Record
	if err := json.Unmarshal(content, &record); err != nil {
		return Record{}, fmt.Errorf("reading process record %q: %w", file, err)
	}
	return record, nil
}

func write(dir string, record Record) error {
	content, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("recording process %q: %w", record.Name, err)
	}
	temporary := filepath.Join(dir, "."+record.Name)
	if err := os.WriteFile(temporary, content, 0o644); err != nil {
		return fmt.Errorf("recording process %q: %w", record.Name, err)
	}
	return os.Rename(temporary, filepath.Join(dir, record.Name+".json"))
}

// status is what /proc/PID/stat says of a process: fields 3, 20 and 22.
type status struct {
	state   string
	threads int
	started uint64
}

// ended says whether no thread runs any more. The state is that of the first thread alone, which is a zombie too while
// another one of the process starts a program.
func (s status) ended() bool { return s.state == "X" || s.state == "Z" && s.threads <= 1 }

// stat reads the status of a process. The command name may hold spaces and brackets, so the fields count from the last
// bracket.
func stat(pid int) (status, error) {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return status{}, err
	}
	text := string(content)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return status{}, fmt.Errorf("reading /proc/%d/stat: %d fields", pid, len(fields))
	}
	threads, err := strconv.Atoi(fields[17])
	if err != nil {
		return status{}, fmt.Errorf("reading /proc/%d/stat: %w", pid, err)
	}
	started, err := strconv.ParseUint(fields[19], 10, 64)
	if err != nil {
		return status{}, fmt.Errorf("reading /proc/%d/stat: %w", pid, err)
	}
	return status{state: fields[0], threads: threads, started: started}, nil
}
