package debs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseMadison(t *testing.T) {
	out := ` valkey-server |   9.1.3-1 | http://m.test/debian forky/main amd64 Packages
 valkey-server |   9.1.2-1 | http://m.test/debian forky/main amd64 Packages
     libcap2 | 1:2.78-1+b1 | http://m.test/debian forky/main amd64 Packages
N: a remark
`
	want := map[string][]string{"valkey-server": {"9.1.3-1", "9.1.2-1"}, "libcap2": {"1:2.78-1+b1"}}
	if diff := cmp.Diff(want, parseMadison(out)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseURIs(t *testing.T) {
	cases := map[string]struct {
		out  string
		want []file
		err  string
	}{
		"an epoch in the name": {
			out:  "Reading package lists...\n'http://m.test/libcap2_2.78_amd64.deb' libcap2_1%3a2.78-1_amd64.deb 28844 SHA256:abc\n",
			want: []file{{Name: "libcap2_1%3a2.78-1_amd64.deb", SHA256: "abc"}},
		},
		"a weak checksum": {out: "'http://m.test/a.deb' a.deb 1 MD5Sum:abc\n", err: "no SHA256"},
		"nothing":         {out: "Reading package lists...\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := parseURIs(c.out)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if (err == nil) != (c.err == "") || (err != nil && !strings.Contains(err.Error(), c.err)) {
				t.Errorf("error %v, want %q", err, c.err)
			}
		})
	}
}

func TestVerify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.deb")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // of "abc", FIPS 180-2
	if err := verify(path, want); err != nil {
		t.Error(err)
	}
	err := verify(path, strings.Repeat("0", 64))
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `"a.deb"`) {
		t.Errorf("with another checksum: %v, want both the file and its checksum named", err)
	}
	if err := verify(path+"x", want); err == nil {
		t.Error("no error for a file that is not there")
	}
}

func TestConfigurationStaysPrivate(t *testing.T) {
	for line := range strings.Lines(configuration("/private")) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(key, "Dir::") && value != `"-";` && !strings.HasPrefix(value, `"/private/`) {
			t.Errorf("%s leads out of the private folder: %s", key, value)
		}
		if strings.Contains(key, "Insecure") || strings.Contains(key, "Weak") || strings.Contains(key, "Unauthenticated") {
			if value != `"false";` {
				t.Errorf("%s is %s", key, value)
			}
		}
	}
	want := "deb [signed-by=/keys target=Packages] http://m.test/ forky main\n"
	if got := sources("http://m.test/", "/keys", []string{"forky"}); got != want {
		t.Errorf("sources %q, want %q", got, want)
	}
}
