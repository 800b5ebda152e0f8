package source

import (
	"path"
	"strings"
)

// checkGlob says what is wrong with a pattern, if anything.
func checkGlob(pattern string) error {
	for _, segment := range strings.Split(pattern, "/") {
		if _, err := path.Match(segment, ""); err != nil {
			return &usageError{"bad pattern " + quote(pattern)}
		}
	}
	if pattern == "" {
		return &usageError{"a pattern is empty"}
	}
	return nil
}

// matchAny says whether one of the patterns matches. A pattern without a slash is compared with the file's name in
// every folder, others with the path below the source's folder.
func matchAny(patterns []string, name string) bool {
	for _, pattern := range patterns {
		if !strings.Contains(pattern, "/") {
			if ok, err := path.Match(pattern, path.Base(name)); ok && err == nil {
				return true
			}
			continue
		}
		if matchSegments(strings.Split(pattern, "/"), strings.Split(name, "/")) {
			return true
		}
	}
	return false
}

// matchSegments compares path elements one by one with path.Match; `**` stands for any number of elements, also none.
func matchSegments(pattern, name []string) bool {
	for len(pattern) > 0 && pattern[0] != "**" {
		if len(name) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], name[0]); !ok || err != nil {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	if len(pattern) == 0 {
		return len(name) == 0
	}
	for skip := 0; skip <= len(name); skip++ {
		if matchSegments(pattern[1:], name[skip:]) {
			return true
		}
	}
	return false
}
