package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// perImage judges every image by itself; an empty message means that there is
// nothing to say.
func (r *run) perImage(path string, judge func(v1alpha1.ValkeyImageSpec) string) []Finding {
	var out []Finding
	for _, image := range r.menu.Images() {
		if message := judge(image.Spec); message != "" {
			out = append(out, Finding{Object: menu.ImageRef(image.Name), Path: path, Message: message})
		}
	}
	return out
}

// tagVersionMismatch compares as many numbers as both have: tag 9.1 may well
// hold version 9.1.2. A tag that names no version says nothing.
func tagVersionMismatch(r *run) []Finding {
	return r.perImage("spec.version", func(image v1alpha1.ValkeyImageSpec) string {
		if r.open(image.Tag) || r.open(image.Version) {
			return ""
		}
		tag, version := numbers(image.Tag), numbers(image.Version)
		common := min(len(tag), len(version))
		if common == 0 || slices.Equal(tag[:common], version[:common]) {
			return ""
		}
		return fmt.Sprintf("version %q does not match tag %q: defaults and checks go by the version, the pods run what the tag holds",
			image.Version, image.Tag)
	})
}

func floatingTag(r *run) []Finding {
	return r.perImage("spec.tag", func(image v1alpha1.ValkeyImageSpec) string {
		if r.open(image.Tag) || strings.Contains(image.Tag, "@") || !isFloating(image.Tag) {
			return ""
		}
		return fmt.Sprintf("tag %q can name another image tomorrow, so the pods of one cluster can come to differ", image.Tag)
	})
}

// isFloating finds tags that are moved by custom. Others, such as a commit, may
// well be fixed.
func isFloating(tag string) bool {
	const patchLevel = 3
	if found := numbers(tag); len(found) > 0 {
		return len(found) < patchLevel
	}
	first, _, _ := strings.Cut(strings.ToLower(tag), "-")
	moving := []string{"latest", "stable", "unstable", "edge", "nightly", "main", "master", "dev", "alpine", "bookworm", "trixie"}
	return slices.Contains(moving, first)
}

// repositoryContainsTag minds that a registry can have a port: only a colon
// behind the last slash starts a tag.
func repositoryContainsTag(r *run) []Finding {
	return r.perImage("spec.repository", func(image v1alpha1.ValkeyImageSpec) string {
		if r.open(image.Repository) {
			return ""
		}
		name := image.Repository[strings.LastIndex(image.Repository, "/")+1:]
		switch {
		case strings.Contains(name, "@"):
			return fmt.Sprintf("repository %q holds a digest, and the tag is put behind it: move it to the tag, as in \"9.1.2@sha256:...\"", image.Repository)
		case strings.Contains(name, ":"):
			return fmt.Sprintf("repository %q holds a tag, and the field tag is put behind it", image.Repository)
		case !isRepository(image.Repository):
			return fmt.Sprintf("%q is no repository: behind the registry there are small letters and digits, with ., _ or - between, and / between parts", image.Repository)
		}
		return ""
	})
}

func versionBelowFloor(r *run) []Finding {
	return r.perImage("spec.version", func(image v1alpha1.ValkeyImageSpec) string {
		if r.open(image.Version) {
			return ""
		}
		version, known := conf.ParseVersion(image.Version)
		switch {
		case !known:
			return fmt.Sprintf("%q does not start with a version number, so it counts as 9.0: defaults and checks may not fit", image.Version)
		case version.Below(9, 0):
			return fmt.Sprintf("version %q is below 9.0: clusters cannot change their number of shards, and a drain does not hand shards over", image.Version)
		}
		return ""
	})
}

// numbers are the leading numbers of a version or tag: an optional v, then up
// to three numbers with dots. 9.1.2-alpine and v9.1.2@sha256:... are 9, 1 and 2.
// Something that only starts with a digit, such as a commit or a date, has none.
func numbers(s string) []string {
	const most, longest = 3, 3
	s, _, _ = strings.Cut(s, "@")
	s, _, _ = strings.Cut(s, "-")
	s, _, _ = strings.Cut(s, "+")
	s = strings.TrimPrefix(strings.TrimPrefix(s, "v"), "V")
	parts := strings.Split(s, ".")
	for _, part := range parts {
		if part == "" || len(part) > longest || strings.Trim(part, "0123456789") != "" {
			return nil
		}
	}
	return parts[:min(most, len(parts))]
}
