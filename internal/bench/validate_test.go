package bench

import (
	"fmt"
	"path/filepath"
	"testing"
)

// BenchmarkValidate checks a file of many clusters and 200 configs with every
// rule, as a process of its own.
func BenchmarkValidate(b *testing.B) {
	bin := b.TempDir()
	program := goBuild(b, bin, "github.com/valkey-menu/valkey-menu/fn")
	for _, clusters := range []int{1_000, 10_000} {
		b.Run(fmt.Sprintf("clusters=%d", clusters), func(b *testing.B) {
			dir := b.TempDir()
			file := write(b, filepath.Join(dir, "menu.yaml"), menuOf(clusters))
			var runs []usage
			for b.Loop() {
				runs = append(runs, runProcess(b, dir, bin, program, "validate", file))
			}
			report(b, "validate", runs)
		})
	}
}
