package debs

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChoose(t *testing.T) {
	exact := Pin{Package: "server", Version: "9.1.2-1"}
	library := Pin{Package: "libc6", Version: "2.43-7", Later: true}
	cases := map[string]struct {
		pins    []Pin
		offered map[string][]string
		want    []Pin
		err     string
		logged  string
	}{
		"both as pinned, although there are later ones": {
			pins:    []Pin{exact, library},
			offered: map[string][]string{"server": {"9.1.3-1", "9.1.2-1"}, "libc6": {"2.44-1", "2.43-7"}},
			want:    []Pin{exact, library},
		},
		"a library moved on": {
			pins:    []Pin{library},
			offered: map[string][]string{"libc6": {"2.44-1", "2.43-9"}},
			want:    []Pin{{Package: "libc6", Version: "2.44-1", Later: true}},
			logged:  "libc6 2.43-7 has left the mirror, taking 2.44-1",
		},
		"the server moved on": {
			pins:    []Pin{exact},
			offered: map[string][]string{"server": {"9.1.4-1", "9.1.3-1"}},
			err:     `package "server": the mirror's forky does not offer version 9.1.2-1 any more; it offers 9.1.4-1, 9.1.3-1`,
		},
		"a library is gone": {
			pins: []Pin{library},
			err:  `package "libc6": the mirror's forky does not offer version 2.43-7 any more; it offers no version of it`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var logged strings.Builder
			got, err := Set{Suites: []string{"forky"}, Pins: c.pins}.choose(c.offered, func(format string, args ...any) {
				fmt.Fprintf(&logged, format, args...)
			})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("pins (-want +got):\n%s", diff)
			}
			if logged.String() != c.logged {
				t.Errorf("log %q, want %q", logged.String(), c.logged)
			}
			var unavailable *UnavailableError
			if c.err != "" && (!errors.As(err, &unavailable) || err.Error() != c.err) {
				t.Errorf("error %v, want %s", err, c.err)
			}
			if c.err == "" && err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSilentLog(t *testing.T) {
	set := Set{Suites: []string{"forky"}, Pins: []Pin{{Package: "libc6", Version: "1", Later: true}}}
	if _, err := set.choose(map[string][]string{"libc6": {"2"}}, nil); err != nil {
		t.Error(err)
	}
}

func TestFolderFollowsContent(t *testing.T) {
	base := Set{Name: "valkey", Suites: []string{"forky"}, Pins: []Pin{{Package: "a", Version: "1"}}}
	cases := map[string]Set{
		"version": {Name: "valkey", Suites: []string{"forky"}, Pins: []Pin{{Package: "a", Version: "2"}}},
		"package": {Name: "valkey", Suites: []string{"forky"}, Pins: []Pin{{Package: "b", Version: "1"}}},
		"suite":   {Name: "valkey", Suites: []string{"sid"}, Pins: []Pin{{Package: "a", Version: "1"}}},
		"more":    {Name: "valkey", Suites: []string{"forky"}, Pins: []Pin{{Package: "a", Version: "1"}, {Package: "b", Version: "1"}}},
	}
	for name, other := range cases {
		if base.folder() == other.folder() {
			t.Errorf("another %s: the same folder %q", name, base.folder())
		}
	}
	if base.folder() != (Set{Name: "valkey", Suites: []string{"forky"}, Pins: []Pin{{Package: "a", Version: "1"}}}).folder() {
		t.Error("the same set has two folders")
	}
}
