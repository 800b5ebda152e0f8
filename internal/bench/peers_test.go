package bench

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkPeers checks one file of 10,000 objects as processes of their own,
// turn by turn: valkey-menu with schema, CEL, references, lint and resolution,
// kubectl-validate with schema and CEL, kubeconform with its defaults and the
// local schemas, schema only. The ratios are ours to theirs. kubectl-validate
// v0.0.4 takes minutes, so that it has one turn.
func BenchmarkPeers(b *testing.B) {
	for _, tool := range []string{"kubectl-validate", "kubeconform"} {
		if _, err := exec.LookPath(tool); err != nil {
			b.Fatalf("%s is not on PATH (make bench puts it there): %v", tool, err)
		}
	}
	bin, dir := b.TempDir(), b.TempDir()
	program := goBuild(b, bin, "github.com/valkey-menu/valkey-menu/fn")
	root, err := filepath.Abs("../..")
	if err != nil {
		b.Fatal(err)
	}
	file := write(b, filepath.Join(dir, "menu.yaml"), menuOf(10_000-202))
	schemas := filepath.Join(root, "schemas", "{{.Group}}", "{{.ResourceKind}}_{{.ResourceAPIVersion}}.json")
	commands := [][]string{
		{program, "validate", file},
		{"kubectl-validate", "--local-crds", filepath.Join(root, "lib", "api", "crds"), file},
		{"kubeconform", "-schema-location", schemas, file},
	}
	runs := make([][]usage, len(commands))
	for b.Loop() {
		for i, c := range commands {
			if c[0] == "kubectl-validate" && len(runs[i]) > 0 {
				continue
			}
			runs[i] = append(runs[i], runProcess(b, dir, bin, c[0], c[1:]...))
		}
	}
	for i, c := range commands {
		report(b, filepath.Base(c[0]), runs[i])
	}
	b.ReportMetric(ratio(runs[0][:1], runs[1]), "kubectl-validate-ratio")
	b.ReportMetric(ratio(runs[0], runs[2]), "kubeconform-ratio")
}

// ratio is the median over the turns of the wall time of a over that of b.
func ratio(a, b []usage) float64 {
	each := make([]float64, len(a))
	for i := range a {
		each[i] = a[i].wall.Seconds() / b[i].wall.Seconds()
	}
	return median(each)
}
