package conf

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is a Valkey version as far as the catalogue and the version gates need
// it. The zero Version is "unknown" and counts as 9.0 wherever versions are
// compared.
type Version struct {
	Major, Minor int
}

// The version that an unknown version counts as.
const (
	unknownMajor = 9
	unknownMinor = 0
)

// maxVersionNumber keeps a date used as a tag ("20250101") from being read as a
// version.
const maxVersionNumber = 999

// ParseVersion reads a declared version leniently: an optional "v", a major
// number and, where present, a minor number, whatever follows ("9.0.0", "v9.1",
// "9", "9.1.2-alpine", "9.0.0@sha256:..."). A missing minor is 0. Anything else
// ("unstable", "latest", "") is the zero Version and known is false.
func ParseVersion(s string) (v Version, known bool) {
	s = strings.TrimSpace(s)
	if len(s) > 1 && (s[0] == 'v' || s[0] == 'V') {
		s = s[1:]
	}
	major, rest, ok := leadingNumber(s)
	if !ok || major == 0 {
		return Version{}, false
	}
	v.Major = major
	if after, found := strings.CutPrefix(rest, "."); found {
		if minor, _, hasMinor := leadingNumber(after); hasMinor {
			v.Minor = minor
		}
	}
	return v, true
}

func leadingNumber(s string) (n int, rest string, ok bool) {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	if err != nil || n > maxVersionNumber {
		return 0, s, false
	}
	return n, s[end:], true
}

// Known reports whether v is a version and not the zero "unknown".
func (v Version) Known() bool { return v.Major != 0 }

// Below reports whether v is older than major.minor. An unknown version counts
// as 9.0.
func (v Version) Below(major, minor int) bool {
	v = v.orUnknown()
	return v.Major < major || v.Major == major && v.Minor < minor
}

func (v Version) orUnknown() Version {
	if !v.Known() {
		return Version{Major: unknownMajor, Minor: unknownMinor}
	}
	return v
}

// String is "9.1", or "unknown" for the zero Version.
func (v Version) String() string {
	if !v.Known() {
		return "unknown"
	}
	return fmt.Sprintf("%d.%d", v.Major, v.Minor)
}
