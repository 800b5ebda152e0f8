package acl

// matches says whether a glob covers a text, as Valkey decides it for keys and
// channels: byte by byte and with case; "*", "?", classes with "^", ranges and
// escapes, and "\" before a byte that stands for itself. A class that nothing
// closes ends with the glob. The empty text is covered by the empty glob only,
// not by "*" (seen on 9.1.2).
//
// A range with a byte above 127 depends on the platform, since Valkey compares
// C's char; this is the order of amd64, where such bytes are below all others.
func matches(glob, text string) bool {
	if text == "" {
		return glob == ""
	}
	star, retry := -1, 0
	g, t := 0, 0
	for t < len(text) {
		if g < len(glob) && glob[g] == '*' {
			g++
			star, retry = g, t
			continue
		}
		if g < len(glob) {
			if n := elementLen(glob[g:]); covers(glob[g:g+n], text[t]) {
				g += n
				t++
				continue
			}
		}
		if star < 0 {
			return false
		}
		// The last "*" takes one byte more.
		retry++
		g, t = star, retry
	}
	for g < len(glob) && glob[g] == '*' {
		g++
	}
	return g == len(glob)
}

// covers says whether one element of a glob, not "*", stands for a byte.
func covers(element string, b byte) bool {
	switch {
	case element == "?":
		return true
	case element[0] == '[':
		return classCovers(element[1:], b)
	case element[0] == '\\' && len(element) > 1:
		return element[1] == b
	}
	return element[0] == b
}

func classCovers(members string, b byte) bool {
	not := members != "" && members[0] == '^'
	if not {
		members = members[1:]
	}
	found := false
	for members != "" && members[0] != ']' {
		n := memberLen(members)
		switch n {
		case 1:
			found = found || members[0] == b
		case 2:
			found = found || members[1] == b
		default:
			low, high := int8(members[0]), int8(members[2])
			found = found || min(low, high) <= int8(b) && int8(b) <= max(low, high)
		}
		members = members[n:]
	}
	return found != not
}
