//go:build unix

package resourcelist_test

import (
	"bytes"
	"fmt"
	"syscall"
	"testing"
	"time"

	"sigs.k8s.io/kustomize/kyaml/kio"

	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
)

// BenchmarkReadWrite reads and writes a list with one edited item, and has kyaml read and write the same list in the
// same run. It reports the least processor time of each, garbage collection included, and ours as a share of kyaml's:
// other than the time on the clock these hold on a busy machine too.
func BenchmarkReadWrite(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			input := []byte(kustomizeList(b, sequential(n)))
			ours, theirs := time.Hour, time.Hour
			for b.Loop() {
				ours = min(ours, processorTime(b, func() { readEditWrite(b, input) }))
				theirs = min(theirs, processorTime(b, func() { kyamlReadWrite(b, input) }))
			}
			b.ReportMetric(float64(len(input))/1e6, "MB")
			b.ReportMetric(ours.Seconds()*1000, "ours-cpu-ms")
			b.ReportMetric(theirs.Seconds()*1000, "kyaml-cpu-ms")
			b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ours/kyaml")
		})
	}
}

func readEditWrite(b *testing.B, input []byte) {
	b.Helper()
	rl, err := resourcelist.Read(input)
	if err != nil {
		b.Fatal(err)
	}
	if err := menu(b, rl).Edit(setShards); err != nil {
		b.Fatal(err)
	}
	if _, err := rl.Write(); err != nil {
		b.Fatal(err)
	}
}

func kyamlReadWrite(b *testing.B, input []byte) {
	b.Helper()
	var out bytes.Buffer
	rw := &kio.ByteReadWriter{Reader: bytes.NewReader(input), Writer: &out, KeepReaderAnnotations: true}
	nodes, err := rw.Read()
	if err != nil {
		b.Fatal(err)
	}
	if err := rw.Write(nodes); err != nil {
		b.Fatal(err)
	}
}

// processorTime is what the process used while do ran, in all threads.
func processorTime(b *testing.B, do func()) time.Duration {
	b.Helper()
	before := usage(b)
	do()
	return usage(b) - before
}

func usage(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
