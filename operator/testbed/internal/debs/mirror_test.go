package debs

import (
	"errors"
	"strings"
	"testing"
)

func TestMirrorOf(t *testing.T) {
	const unknown = "$(ORIGIN)"
	cases := map[string]struct {
		targets []string
		want    string
		err     error
	}{
		"the release, not its security updates": {
			targets: []string{"http://m.test/security/|bookworm-security|main|Debian", "http://m.test/debian/|bookworm|main|Debian"},
			want:    "http://m.test/debian/",
		},
		"Debian's before another's of the same name": {
			targets: []string{"http://other.test/|bookworm|main|Other", "http://guess.test/|bookworm|main|" + unknown, "http://m.test/|bookworm|main|Debian"},
			want:    "http://m.test/",
		},
		"before the first update nothing is known": {
			targets: []string{"http://other.test/|nodistro|main|" + unknown, "http://m.test/|stable|main|" + unknown, "http://n.test/|bookworm|main|" + unknown},
			want:    "http://m.test/",
		},
		"another component": {targets: []string{"http://m.test/|bookworm|contrib|Debian"}, err: ErrNoMirror},
		"another vendor":    {targets: []string{"http://m.test/|bookworm|main|Ubuntu"}, err: ErrNoMirror},
		"no sources":        {err: ErrNoMirror},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := mirrorOf(strings.Join(c.targets, "\n")+"\n", "bookworm")
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

func TestCodename(t *testing.T) {
	cases := map[string]struct{ text, want string }{
		"plain":  {"ID=debian\nVERSION_CODENAME=bookworm\n", "bookworm"},
		"quoted": {"VERSION_CODENAME=\"trixie\"", "trixie"},
		"none":   {"ID=debian\nNOT_VERSION_CODENAME=x\n", ""},
	}
	for name, c := range cases {
		if got := codename(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestKeyring(t *testing.T) {
	got, err := keyring(func(path string) bool { return strings.HasSuffix(path, ".gpg") })
	if err != nil || !strings.HasSuffix(got, "debian-archive-keyring.gpg") {
		t.Errorf("got %q, %v; want the keyring that is there", got, err)
	}
	if _, err := keyring(func(string) bool { return false }); err == nil || !strings.Contains(err.Error(), "debian-archive-keyring") {
		t.Errorf("without a keyring: %v, want the package's name", err)
	}
}
