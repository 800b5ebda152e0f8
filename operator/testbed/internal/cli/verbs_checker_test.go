package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/checker"
)

func TestCheckOptions(t *testing.T) {
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	defaults := checker.Options{Addresses: []string{"a:1"}, MaxDuration: 30 * time.Second, Rate: 600, ValueSize: 64,
		WriteTimeout: time.Second, VerifyWithin: time.Minute}
	cases := map[string]struct {
		args []string
		want func(*checker.Options)
		err  string
	}{
		"defaults":      {[]string{"--addresses", "a:1"}, func(*checker.Options) {}, ""},
		"several nodes": {[]string{"--addresses", "a:1,b:2"}, func(o *checker.Options) { o.Addresses = []string{"a:1", "b:2"} }, ""},
		"a user": {[]string{"--addresses", "a:1", "--user", "u", "--password-file", password},
			func(o *checker.Options) { o.Username, o.Password = "u", "secret" }, ""},
		"limits": {[]string{"--addresses", "a:1", "--duration", "5s", "--writes", "7", "--rate", "900", "--skip-replicas"},
			func(o *checker.Options) {
				o.MaxDuration, o.MaxWrites, o.Rate, o.SkipReplicas = 5*time.Second, 7, 900, true
			}, ""},
		"no address":       {nil, nil, "--addresses is missing"},
		"TLS without a CA": {[]string{"--addresses", "a:1", "--tls-server-name", "x"}, nil, "need --tls-ca"},
		"no such password": {[]string{"--addresses", "a:1", "--password-file", password + "x"}, nil, "reading the password"},
		"no such CA":       {[]string{"--addresses", "a:1", "--tls-ca", password + "x"}, nil, "reading the CA"},
		"no certificate":   {[]string{"--addresses", "a:1", "--tls-ca", password}, nil, "no certificate in it"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := newCheckFlags()
			if err := f.set.Parse(c.args); err != nil {
				t.Fatal(err)
			}
			got, err := f.options()
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("error %v, want %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := defaults
			c.want(&want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckMisuse(t *testing.T) {
	err := check(t.Context(), Env{Stdout: io.Discard, Stderr: io.Discard}, []string{"a:1"})
	var wrong usageError
	if !errors.As(err, &wrong) {
		t.Errorf("an argument without a flag: %v, want a usage error", err)
	}
}
