package conf

import "errors"

// ErrUnbalancedQuotes is the only way in which [Split] fails.
var ErrUnbalancedQuotes = errors.New("unbalanced quotes")

// Split splits a line into arguments by the rules of Valkey 9's own splitter:
// words are separated by white space; "..." takes the escapes \n \r \t \b \a,
// \xNN and a backslash before any other byte; '...' takes only \'; quotes may
// start in the middle of a word and a word goes on after a closing quote, so
// a"b"c is one word, abc. (Valkey 8 refuses a closing quote that white space
// does not follow.) As in the server a NUL ends the line.
//
// The error is [ErrUnbalancedQuotes] and never holds the line, which may be a secret.
func Split(line string) ([]string, error) {
	args := []string{}
	rest := line
	for {
		for rest != "" && isSpace(rest[0]) {
			rest = rest[1:]
		}
		if rest == "" || rest[0] == 0 {
			return args, nil
		}
		w := wordScanner{in: rest}
		for !w.done {
			if !w.step() {
				return nil, ErrUnbalancedQuotes
			}
		}
		args = append(args, string(w.out))
		rest = rest[w.pos:]
	}
}

// isSpace is C's isspace, by which white space before a word is skipped. A word
// ends only at ' ', '\n', '\r' or '\t', so \v and \f can be part of one.
func isSpace(c byte) bool {
	return c == ' ' || c >= '\t' && c <= '\r'
}

// wordScanner reads one word from the start of in.
type wordScanner struct {
	in    string
	pos   int
	quote byte // the open quote, or 0
	out   []byte
	done  bool
}

// at is the byte n places ahead; past the end it is NUL, as in a C string.
func (w *wordScanner) at(n int) byte {
	if w.pos+n >= len(w.in) {
		return 0
	}
	return w.in[w.pos+n]
}

// step reads one byte or one escape. It is false when the input ends in quotes.
func (w *wordScanner) step() bool {
	c := w.at(0)
	if w.quote != 0 && c == 0 {
		return false
	}
	switch w.quote {
	case '"':
		w.stepDouble(c)
	case '\'':
		w.stepSingle(c)
	default:
		w.stepBare(c)
	}
	return true
}

func (w *wordScanner) stepBare(c byte) {
	switch c {
	case 0:
		w.done = true
		return
	case ' ', '\n', '\r', '\t':
		w.done = true
	case '"', '\'':
		w.quote = c
	default:
		w.out = append(w.out, c)
	}
	w.pos++
}

func (w *wordScanner) stepDouble(c byte) {
	if c == '\\' && w.at(1) == 'x' {
		high, okHigh := hexDigit(w.at(2))
		low, okLow := hexDigit(w.at(3))
		if okHigh && okLow {
			w.take(high<<4|low, 4)
			return
		}
	}
	switch {
	case c == '\\' && w.at(1) != 0:
		w.take(unescape(w.at(1)), 2)
	case c == '"':
		w.quote = 0
		w.pos++
	default:
		w.take(c, 1)
	}
}

func (w *wordScanner) stepSingle(c byte) {
	switch {
	case c == '\\' && w.at(1) == '\'':
		w.take('\'', 2)
	case c == '\'':
		w.quote = 0
		w.pos++
	default:
		w.take(c, 1)
	}
}

func (w *wordScanner) take(c byte, width int) {
	w.out = append(w.out, c)
	w.pos += width
}

func unescape(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'b':
		return '\b'
	case 'a':
		return '\a'
	default:
		return c
	}
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	default:
		return 0, false
	}
}
