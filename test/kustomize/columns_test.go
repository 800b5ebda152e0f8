package kustomize

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/component"
)

// column is what of ours an overlay lists.
type column string

const (
	nothing       column = "nothing"
	nameReference column = "nameReference"     // its configuration alone, in the overlay
	inOverlay     column = "Component"         // in the overlay
	inBase        column = "Component in base" // in every base that holds objects
	render        column = "ValkeyRender"
	both          column = "Component + ValkeyRender"
)

var columns = []column{nothing, nameReference, inOverlay, inBase, render, both}

// build is one way of wiring a tree: its files and the overlay to build.
type build struct {
	files files
	// listed is what the overlay lists under transformers, before the validator.
	listed []string
}

// wired adds what a column lists to the overlay and to the bases of a row.
func (c column) wired(t *testing.T, r row) build {
	t.Helper()
	b := build{files: r.files.with(nil)}
	add := func(folder, text string) { b.files[folder+"/kustomization.yaml"] += text }
	switch c {
	case nothing, render:
	case nameReference:
		b.files["overlay/valkey-kustomizeconfig.yaml"] = shipped(t)["valkey-kustomizeconfig.yaml"]
		add("overlay", "configurations: [valkey-kustomizeconfig.yaml]\n")
	case inOverlay, both:
		add("overlay", "components: [../component]\n")
	case inBase:
		for _, base := range r.bases {
			add(base, "components: ["+strings.Repeat("../", strings.Count(base, "/")+1)+"component]\n")
		}
	}
	if c == render || c == both {
		b.files["overlay/render.yaml"] = function("ValkeyRender", "{}")
		b.listed = append(b.listed, "render.yaml")
	}
	b.files = b.files.with(shipped(t).moved("component"))
	return b
}

// shipped are the files of the Component.
func shipped(t *testing.T) files {
	t.Helper()
	all := files{}
	err := fs.WalkDir(component.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(component.Files(), name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// plain is the wired overlay without a validator.
func (b build) plain() files { return b.with() }

// validated has ValkeyValidate as the last transformer of the overlay; it writes
// its report and fails nothing.
func (b build) validated() files {
	f := b.with("validate.yaml")
	f["overlay/validate.yaml"] = function("ValkeyValidate", "{failLevel: never, rules: {VK066: \"off\"}, report: {file: report.json, format: json}}")
	return f
}

func (b build) with(last ...string) files {
	f := b.files.with(nil)
	if listed := slices.Concat(b.listed, last); len(listed) > 0 {
		f["overlay/kustomization.yaml"] += "transformers: [" + strings.Join(listed, ", ") + "]\n"
	}
	return f
}
