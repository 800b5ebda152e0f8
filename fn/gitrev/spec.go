package gitrev

import (
	"fmt"
	"strings"
	"unicode"
)

// Prefix is how a path starts that names a revision.
const Prefix = "git:"

// Spec is what git:REF[:PATH] names.
type Spec struct {
	// Ref is a revision as git understands it: a branch, a tag, a commit,
	// HEAD~2. It may hold slashes.
	Ref string
	// Path is as given: from the top of the repository, or from the current
	// folder where it starts with ./ or ../, as for git show REF:PATH. Empty
	// means the top.
	Path string
}

// IsSpec reports whether an argument names a revision. A file of such a name is
// reached with ./ in front.
func IsSpec(arg string) bool { return strings.HasPrefix(arg, Prefix) }

// Parse reads git:REF[:PATH]. As in git the first colon ends the revision, but
// for one within braces, such as that of HEAD@{2026-01-02 10:00} or
// HEAD^{/fix: typo}. What git could take for an option, for a range or for
// several lines is refused.
func Parse(arg string) (Spec, error) {
	text, ok := strings.CutPrefix(arg, Prefix)
	if !ok {
		return Spec{}, fmt.Errorf("%q does not start with %s", arg, Prefix)
	}
	s := Spec{Ref: text}
	if end := colon(text); end >= 0 {
		s.Ref, s.Path = text[:end], text[end+1:]
	}
	return s, s.check(arg)
}

// colon is the first colon outside of braces, or -1.
func colon(text string) int {
	depth := 0
	for i, r := range text {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth = max(0, depth-1)
		case r == ':' && depth == 0:
			return i
		}
	}
	return -1
}

func (s Spec) check(arg string) error {
	switch {
	case s.Ref == "":
		return fmt.Errorf("%q names no revision: write git:REF or git:REF:PATH, for example git:main:clusters", arg)
	case strings.HasPrefix(s.Ref, "-"):
		return fmt.Errorf("%q: a revision cannot start with -", arg)
	case strings.HasPrefix(s.Ref, "^") || strings.Contains(s.Ref, ".."):
		return fmt.Errorf("%q is a range: one revision is needed", arg)
	case strings.ContainsFunc(arg, unicode.IsControl):
		return fmt.Errorf("%q: control characters are refused", arg)
	case strings.HasPrefix(s.Path, "/"):
		return fmt.Errorf("%q: the path starts at the top of the repository, without a slash", arg)
	}
	return nil
}

// String is the text that Parse reads as this Spec.
func (s Spec) String() string {
	if s.Path == "" {
		return Prefix + s.Ref
	}
	return Prefix + s.Ref + ":" + s.Path
}

// At is a file of the revision as reports name it: git:REF:PATH with the path
// from the top of the repository.
func (s Spec) At(name string) string { return Spec{Ref: s.Ref, Path: name}.String() }
