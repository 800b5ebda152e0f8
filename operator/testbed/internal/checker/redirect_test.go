package checker

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLineScanner(t *testing.T) {
	cases := map[string]struct {
		stream string
		want   []redirect
	}{
		"moved":             {"-MOVED 3999 127.0.0.1:6381\r\n", []redirect{{"MOVED", 3999}}},
		"the highest slot":  {"-MOVED 16383 host.example:6381\r\n", []redirect{{"MOVED", 16383}}},
		"ask between":       {"+OK\r\n-ASK 0 [::1]:7\r\n+OK\r\n", []redirect{{"ASK", 0}}},
		"two in a row":      {"-MOVED 1 a:1\r\n-MOVED 2 a:1\r\n", []redirect{{"MOVED", 1}, {"MOVED", 2}}},
		"other errors":      {"-CLUSTERDOWN Hash slot not served\r\n-MOVEDX 1 a\r\n", nil},
		"within a line":     {"+see -MOVED 1 a:1\r\n", nil},
		"no such slot":      {"-MOVED 16384 a:1\r\n-MOVED -1 a:1\r\n", nil},
		"after empty lines": {"\r\n\n-ASK 7 a:1\r\n", []redirect{{"ASK", 7}}},
		"not finished":      {"-MOVED 1 a:1", nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for size := 1; size <= len(c.stream); size++ { // however the stream is cut
				var got []redirect
				s := lineScanner{seen: func(r redirect) { got = append(got, r) }}
				for rest := c.stream; rest != ""; rest = rest[min(size, len(rest)):] {
					s.feed([]byte(rest[:min(size, len(rest))]))
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Fatalf("in pieces of %d (-want +got):\n%s", size, diff)
				}
			}
		})
	}
}
