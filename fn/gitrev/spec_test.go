package gitrev_test

import (
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/gitrev"
)

func TestParse(t *testing.T) {
	tests := map[string]gitrev.Spec{
		"git:main":                       {Ref: "main"},
		"git:main:":                      {Ref: "main"},
		"git:main:clusters":              {Ref: "main", Path: "clusters"},
		"git:feature/x:a/b.yaml":         {Ref: "feature/x", Path: "a/b.yaml"},
		"git:HEAD~2:./here":              {Ref: "HEAD~2", Path: "./here"},
		"git:v1^{}:a":                    {Ref: "v1^{}", Path: "a"},
		"git:main@{2026-01-02 10:00}:a":  {Ref: "main@{2026-01-02 10:00}", Path: "a"},
		"git:HEAD^{/fix: a}":             {Ref: "HEAD^{/fix: a}"},
		"git:main:odd:name":              {Ref: "main", Path: "odd:name"},
		"git:main:../b":                  {Ref: "main", Path: "../b"},
		"git:origin/main:overlays/prod/": {Ref: "origin/main", Path: "overlays/prod/"},
	}
	for arg, want := range tests {
		if got, err := gitrev.Parse(arg); err != nil || got != want {
			t.Errorf("%q is %+v, %v, want %+v", arg, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for arg, want := range map[string]string{
		"main":                "does not start with git:",
		"git:":                "names no revision",
		"git::a":              "names no revision",
		"git:--output=x":      "cannot start with -",
		"git:-h:a":            "cannot start with -",
		"git:^main":           "is a range",
		"git:a..b":            "is a range",
		"git:a...b:c":         "is a range",
		"git:main\nHEAD":      "control characters",
		"git:main:a\x00b":     "control characters",
		"git:main:/etc/hosts": "without a slash",
	} {
		if got, err := gitrev.Parse(arg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %+v, %v, want an error that says %q", arg, got, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"git:main:a", "git:a{b:c}:d", "git:}:", "git:-x", "git:a\nb", "x", "git:a:/b", "git:{:"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arg string) {
		s, err := gitrev.Parse(arg)
		if err != nil {
			return
		}
		if s.Ref == "" || s.Ref[0] == '-' || strings.ContainsAny(arg, "\n\x00") {
			t.Fatalf("%q is taken as %+v", arg, s)
		}
		if again, err := gitrev.Parse(s.String()); err != nil || again != s {
			t.Fatalf("%q is %+v, which is written %q and read as %+v, %v", arg, s, s.String(), again, err)
		}
		if !gitrev.IsSpec(arg) {
			t.Fatalf("%q is parsed and no spec", arg)
		}
	})
}
