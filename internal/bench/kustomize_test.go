package bench

import (
	"os/exec"
	"path/filepath"
	"testing"
)

const functionConfig = `apiVersion: fn.valkey.gomomento.com/v1alpha1
kind: ValkeyValidate
metadata:
  name: validate
  annotations:
    config.kubernetes.io/function: "exec: {path: %NAME%}"
spec: {}
`

// BenchmarkKustomize builds about a thousand objects with our validator, with a
// function on kyaml that does nothing, and with none, turn by turn. kustomize
// itself is quadratic in the number of objects, so the time of the functions is
// printed apart: what the build takes longer than without one.
func BenchmarkKustomize(b *testing.B) {
	if _, err := exec.LookPath("kustomize"); err != nil {
		b.Fatalf("kustomize is not on PATH (make bench puts it there): %v", err)
	}
	bin, dir := b.TempDir(), b.TempDir()
	goBuild(b, bin, "github.com/valkey-menu/valkey-menu/fn")
	goBuild(b, bin, "github.com/valkey-menu/valkey-menu/internal/bench/testdata/noop")
	write(b, filepath.Join(dir, "base", "menu.yaml"), menuOf(800))
	write(b, filepath.Join(dir, "base", "kustomization.yaml"), "resources: [menu.yaml]\n")
	overlays := []string{"none", "noop", "valkey-menu"}
	for _, name := range overlays {
		text := "resources: [../base]\n"
		if name != "none" {
			text += "transformers: [function.yaml]\n"
			write(b, filepath.Join(dir, name, "function.yaml"), replaceName(functionConfig, name))
		}
		write(b, filepath.Join(dir, name, "kustomization.yaml"), text)
	}
	runs := map[string][]usage{}
	var build, function []float64
	for b.Loop() {
		for _, name := range overlays {
			u := runProcess(b, dir, bin, "kustomize", "build", "--enable-alpha-plugins", "--enable-exec", name)
			runs[name] = append(runs[name], u)
		}
		last := len(runs["none"]) - 1
		none, noop, ours := runs["none"][last].wall, runs["noop"][last].wall, runs["valkey-menu"][last].wall
		build = append(build, ours.Seconds()/noop.Seconds())
		function = append(function, (ours-none).Seconds()/(noop-none).Seconds())
	}
	for _, name := range overlays {
		report(b, name, runs[name])
	}
	b.ReportMetric(median(build), "build-ratio")
	b.ReportMetric(median(function), "function-ratio")
}
