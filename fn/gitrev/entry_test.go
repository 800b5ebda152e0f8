package gitrev

import (
	"io/fs"
	"strings"
	"testing"
)

func TestParseTreeRefuses(t *testing.T) {
	id := strings.Repeat("x", 20)
	good := "100644 a\x00" + id + "40000 b\x00" + id + "160000 c\x00" + id + "120000 d\x00" + id + "100664 e\x00" + id
	list, err := parseTree([]byte(good), 20)
	if err != nil || len(list) != 5 || !list[2].submodule || list[3].mode.Type() != fs.ModeSymlink || !list[4].mode.IsRegular() {
		t.Fatalf("entries %+v, %v", list, err)
	}
	for name, text := range map[string]string{
		"a name that goes up": "100644 ..\x00" + id, "a name of here": "40000 .\x00" + id, "no name": "100644 \x00" + id,
		"a name with a slash": "100644 a/b\x00" + id, "a name twice": "100644 a\x00" + id + "40000 a\x00" + id,
		"a short id": "100644 a\x00xyz", "no end": "100644 a", "no mode": "a\x00" + id, "an odd mode": "100 a\x00" + id,
		"something behind": good + "1",
	} {
		if list, err := parseTree([]byte(text), 20); err == nil {
			t.Errorf("%s is taken for %+v", name, list)
		}
	}
}

func FuzzParseTree(f *testing.F) {
	f.Add([]byte("100644 a\x00"+strings.Repeat("x", 20)), true)
	f.Add([]byte("40000 ..\x00"+strings.Repeat("x", 32)), false)
	f.Fuzz(func(t *testing.T, data []byte, short bool) {
		size := 32
		if short {
			size = 20
		}
		list, err := parseTree(data, size)
		if err != nil {
			return
		}
		for _, e := range list {
			if !plainName(e.name) || len(e.id) != 2*size {
				t.Fatalf("entry %+v", e)
			}
		}
	})
}
