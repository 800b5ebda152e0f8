package resourcelist

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// locateBlock finds the lines of each element of a block sequence that ends before the line next. Positions of nodes
// tell where elements begin; their ends are where the next one's dash is, less what lies between the two.
func (l *layout) locateBlock(r *region, next int) {
	dashes := make([]int, len(r.value.Content))
	for i, n := range r.value.Content {
		line, indent, ok := l.dash(n)
		if !ok || i > 0 && (indent != r.indent || line <= dashes[i-1]) {
			r.shape = opaque
			return
		}
		dashes[i], r.indent = line, indent
	}
	r.elements = make([]span, len(dashes))
	for i, n := range r.value.Content {
		limit := next
		if i+1 < len(dashes) {
			limit = dashes[i+1]
		}
		end := l.contentEnd(n, dashes[i], limit, r.indent)
		r.elements[i] = span{l.lines.Start(dashes[i]), l.lines.Start(end)}
	}
}

// dash finds the line of an element's dash and the spaces before it. Between the dash and the element there can only be
// blanks, comments and line breaks.
func (l *layout) dash(n *yaml.Node) (line, indent int, ok bool) {
	for line = n.Line; line > l.root.Content[0].Line; line-- {
		text := l.line(line)
		indent = leadingSpaces(text)
		rest := text[indent:]
		isDash := len(rest) > 0 && rest[0] == '-' && (len(rest) == 1 || bytes.IndexByte([]byte(" \t\r\n"), rest[1]) >= 0)
		if isDash && (line < n.Line || indent+1 < n.Column) {
			return line, indent, true
		}
		if line < n.Line && len(bytes.TrimSpace(rest)) > 0 && rest[0] != '#' {
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// contentEnd is the line after the last one that belongs to a node which starts on line first and ends before line
// limit. Blank lines, comments that are indented no deeper than indent, and document markers after the content do not
// belong to it.
func (l *layout) contentEnd(n *yaml.Node, first, limit, indent int) int {
	leaf := lastLeaf(n)
	if isBlockScalar(leaf) {
		return l.blockScalarEnd(leaf, limit, indent)
	}
	floor := max(first, l.lastLine(leaf)) + 1
	end := limit
	for end > floor && l.isTrailing(end-1, indent) {
		end--
	}
	return end
}

// blockScalarEnd is the line after a literal or folded scalar and the deeper comments after it. Blank lines at its end
// are part of it if they hold spaces, which may be text, or if the scalar keeps them.
func (l *layout) blockScalarEnd(n *yaml.Node, limit, indent int) int {
	end := n.Line + 1
	for ; end < limit; end++ {
		line := l.line(end)
		if spaces := leadingSpaces(line); spaces <= indent && len(bytes.TrimSpace(line)) > 0 {
			break
		}
	}
	for end > n.Line+1 && !keepsBlanks(n) && len(bytes.TrimRight(l.line(end-1), "\r\n")) == 0 {
		end--
	}
	return end
}

func (l *layout) isTrailing(number, indent int) bool {
	line := bytes.TrimRight(l.line(number), "\r\n")
	spaces := leadingSpaces(line)
	switch rest := bytes.TrimLeft(line, " \t"); {
	case len(rest) == 0:
		return true
	case isMarker(line):
		return true
	default:
		return spaces <= indent && line[spaces] == '#'
	}
}

// isMarker recognises `---` and `...`.
func isMarker(line []byte) bool {
	return (bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("..."))) &&
		(len(line) == 3 || line[3] == ' ' || line[3] == '\t')
}

func isBlockScalar(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

// lastLeaf is the last node in the text of n, nil for nil.
func lastLeaf(n *yaml.Node) *yaml.Node {
	for n != nil && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}

// lastLine is the last line of a quoted scalar, whose text may look like a comment. Other nodes give their first line.
func (l *layout) lastLine(n *yaml.Node) int {
	if n.Kind != yaml.ScalarNode || n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0 {
		return n.Line
	}
	open := skipProperties(l.data, l.offset(n))
	if end := scanQuoted(l.data, open); end > open {
		line, _ := l.lines.Position(end - 1)
		return line
	}
	return n.Line
}

// skipProperties skips tags and anchors in front of a scalar, with the blanks and comments between.
func skipProperties(data []byte, at int) int {
	for at < len(data) {
		switch c := data[at]; {
		case c == '!' || c == '&':
			for at < len(data) && !isBlank(data[at]) {
				at++
			}
		case c == '#':
			at = lineEnd(data, at)
		case isBlank(c):
			at++
		default:
			return at
		}
	}
	return at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// lineEnd is the offset of the line break at or after at.
func lineEnd(data []byte, at int) int {
	for at < len(data) && data[at] != '\n' && data[at] != '\r' {
		at++
	}
	return at
}
