package proc

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"
)

// leaderEnds makes this program one whose first thread has ended while others run.
const leaderEnds = "PROC_TEST_LEADER_ENDS"

// init runs on the program's first thread.
func init() { //nolint:gochecknoinits // nothing else is sure to run there
	if os.Getenv(leaderEnds) == "" {
		return
	}
	go func() {
		for range 200 {
			if s, err := stat(os.Getpid()); err == nil && s.state == "Z" {
				fmt.Println("the first thread is a zombie")
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		os.Exit(0)
	}()
	_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT, 0, 0, 0)
}

// TestZombieThreadIsNoEnd: a process whose first thread is a zombie runs as long as another thread does. A program that
// becomes another one looks so for a moment, when it is not its first thread that asks.
func TestZombieThreadIsNoEnd(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := spec(t, self)
	s.Env = []string{leaderEnds + "=yes"}
	if err := Start(s); err != nil {
		t.Fatal(err)
	}
	record := only(t, s.Pids)
	logged(s)
	if now, err := stat(record.PID); err != nil || now.state != "Z" {
		t.Errorf("the first thread is %+v, %v; want a zombie", now, err)
	}
	if !record.Alive() {
		t.Error("the process counts as ended while a thread of it runs")
	}
	if err := Stop(s.Pids, s.Name, time.Second); err != nil {
		t.Fatal(err)
	}
	if record.Alive() {
		t.Error("it still runs")
	}
}
