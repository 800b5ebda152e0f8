package acl

import "strings"

// endsInParenthesis says whether a pattern needs rewriting in a selector: its
// last character would close the selector, and Valkey would refuse the file.
func endsInParenthesis(pattern string) bool { return strings.HasSuffix(pattern, ")") }

// selectorPatterns writes the patterns of one permission so that they can stand
// in a selector. Patterns that differ stay different: Valkey joins what "%R~"
// and "%W~" give on the same pattern, and must not on two that only mean the
// same, or a user could do more in a selector than in the root.
func selectorPatterns(patterns []string) []string {
	taken := make(map[string]bool, len(patterns))
	for _, p := range patterns {
		taken[p] = true
	}
	written := make(map[string]string, len(patterns))
	result := make([]string, len(patterns))
	for i, p := range patterns {
		glob, ok := written[p]
		for n := 1; !ok; n++ {
			glob = selectorPattern(p, n)
			ok = glob == p || !taken[glob]
		}
		taken[glob], written[p] = true, glob
		result[i] = glob
	}
	return result
}

// selectorPattern writes a pattern as the same glob, but not ending in ")". How
// depends on what that ")" is:
//
//	app)   a character of its own      -> app[)]
//	app\)  escaped, so the same        -> app[)]
//	app[x) in a class left open, which
//	       Valkey closes at the end    -> app[x)]
//
// To repeat the character in the class n times changes nothing but the text.
func selectorPattern(pattern string, n int) string {
	if !endsInParenthesis(pattern) {
		return pattern
	}
	start := 0
	for start+elementLen(pattern[start:]) < len(pattern) {
		start += elementLen(pattern[start:])
	}
	class := "["
	if pattern[start] == '[' {
		class = pattern[start : len(pattern)-1]
	}
	return pattern[:start] + class + strings.Repeat(")", n) + "]"
}

// elementLen is the length in bytes of the first element of a glob that is not
// empty: a byte, an escaped byte, or a class with its brackets. A class that
// nothing closes reaches to the end of the glob.
func elementLen(glob string) int {
	switch {
	case glob[0] == '\\' && len(glob) > 1:
		return 2
	case glob[0] == '[':
		return classLen(glob)
	}
	return 1
}

func classLen(glob string) int {
	i := 1
	if i < len(glob) && glob[i] == '^' {
		i++
	}
	for i < len(glob) {
		n := memberLen(glob[i:])
		i += n
		if n == 1 && glob[i-1] == ']' {
			return i
		}
	}
	return len(glob)
}

// memberLen is the length of the first member of a class: an escaped byte, a
// range or a byte, which may be the bracket that closes the class. In "a-]"
// the bracket is the end of a range, but "]-a" closes at once.
func memberLen(class string) int {
	switch {
	case class[0] == '\\' && len(class) > 1:
		return 2
	case class[0] != ']' && len(class) > 2 && class[1] == '-':
		return 3
	}
	return 1
}
