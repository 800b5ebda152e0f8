package resourcelist_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"sigs.k8s.io/kustomize/kyaml/kio"

	"github.com/valkey-menu/valkey-menu/fn/resourcelist"
)

// BenchmarkReadWrite reads and writes a list with one edited item, and has kyaml read and write the same list in the
// same run. It reports the best time of each in ms, and ours as a share of kyaml's.
func BenchmarkReadWrite(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			input := []byte(kustomizeList(b, sequential(n)))
			b.SetBytes(int64(len(input)))
			ours, theirs := time.Hour, time.Hour
			for b.Loop() {
				start := time.Now()
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
				ours = min(ours, time.Since(start))

				start = time.Now()
				var out bytes.Buffer
				rw := &kio.ByteReadWriter{Reader: bytes.NewReader(input), Writer: &out, KeepReaderAnnotations: true}
				nodes, err := rw.Read()
				if err != nil {
					b.Fatal(err)
				}
				if err := rw.Write(nodes); err != nil {
					b.Fatal(err)
				}
				theirs = min(theirs, time.Since(start))
			}
			b.ReportMetric(ours.Seconds()*1000, "ours-ms")
			b.ReportMetric(theirs.Seconds()*1000, "kyaml-ms")
			b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ours/kyaml")
		})
	}
}
