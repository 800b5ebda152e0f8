package proc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func spec(t *testing.T, args ...string) Spec {
	t.Helper()
	dir := t.TempDir()
	return Spec{Name: "one", Args: args, Pids: dir, Logs: dir}
}

// logged waits until the process wrote something, which shows that it runs its own code.
func logged(s Spec) {
	for range 200 {
		if log, _ := os.ReadFile(filepath.Join(s.Logs, "one.log")); len(log) > 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func only(t *testing.T, dir string) Record {
	t.Helper()
	records, err := Records(dir)
	if err != nil || len(records) != 1 {
		t.Fatalf("got %v, %v; want one record", records, err)
	}
	return records[0]
}

func TestStartAndStop(t *testing.T) {
	s := spec(t, "/bin/sh", "-c", "echo $WORD; exec sleep 60")
	s.Env = []string{"WORD=logged"}
	if err := Start(s); err != nil {
		t.Fatal(err)
	}
	record := only(t, s.Pids)
	if !record.Alive() {
		t.Fatal("it does not run")
	}
	if err := Start(s); err != nil {
		t.Fatal(err)
	}
	if again := only(t, s.Pids); again != record {
		t.Errorf("a second start made %v out of %v", again, record)
	}
	logged(s)
	if err := Stop(s.Pids, s.Name, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	if record.Alive() {
		t.Error("it still runs")
	}
	log, err := os.ReadFile(filepath.Join(s.Logs, "one.log"))
	if err != nil || strings.TrimSpace(string(log)) != "logged" {
		t.Errorf("got log %q, %v", log, err)
	}
	if err := Stop(s.Pids, s.Name, time.Second); err != nil {
		t.Errorf("stopping what is stopped: %v", err)
	}
}

// TestStopKills: a process that ignores the request is killed, with the group that it leads.
func TestStopKills(t *testing.T) {
	s := spec(t, "/bin/sh", "-c", `trap "" TERM; echo ready; while :; do sleep 0.1; done`)
	if err := Start(s); err != nil {
		t.Fatal(err)
	}
	record := only(t, s.Pids)
	logged(s)
	if err := Stop(s.Pids, s.Name, 100*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if record.Alive() {
		t.Error("it still runs")
	}
}

// TestStopSparesOthers: a process that has the recorded pid but another start is not the recorded one.
func TestStopSparesOthers(t *testing.T) {
	s := spec(t, "/bin/sleep", "60")
	if err := Start(s); err != nil {
		t.Fatal(err)
	}
	record := only(t, s.Pids)
	t.Cleanup(func() {
		if err := write(s.Pids, record); err != nil {
			t.Error(err)
		}
		if err := Stop(s.Pids, s.Name, time.Second); err != nil {
			t.Error(err)
		}
	})
	other := record
	other.Started++
	if err := write(s.Pids, other); err != nil {
		t.Fatal(err)
	}
	if err := Stop(s.Pids, s.Name, 100*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if !record.Alive() {
		t.Error("a process that was not the recorded one was ended")
	}
}

func TestForget(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, Record{Name: "gone", PID: 1}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := Forget(dir, "gone"); err != nil {
			t.Error(err)
		}
	}
	if records, err := Records(dir); err != nil || len(records) > 0 {
		t.Errorf("got %v, %v; want none", records, err)
	}
}
