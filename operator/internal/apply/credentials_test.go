package apply

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/render"
)

func base64Of(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func TestRotationGivesTwoHashes(t *testing.T) {
	one, two, three := acl.Hash("one"), acl.Hash("two"), acl.Hash("three")
	for name, c := range map[string]struct {
		previous map[string]string
		want     render.Hashes
	}{
		"none":      {nil, render.Hashes{Operator: []string{one}, Repl: []string{two}}},
		"operator":  {map[string]string{"previous-operator-password": "three"}, render.Hashes{Operator: []string{one, three}, Repl: []string{two}}},
		"repl":      {map[string]string{"previous-repl-password": "three"}, render.Hashes{Operator: []string{one}, Repl: []string{two, three}}},
		"not begun": {map[string]string{"previous-operator-password": "one"}, render.Hashes{Operator: []string{one}, Repl: []string{two}}},
		"emptied":   {map[string]string{"previous-repl-password": ""}, render.Hashes{Operator: []string{one}, Repl: []string{two}}},
	} {
		secret := secretWith(func(d map[string][]byte) {
			d["operator-password"], d["repl-password"] = []byte("one"), []byte("two")
			for key, value := range c.previous {
				d[key] = []byte(value)
			}
		})
		credentials, err := readCredentials(secret)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, credentials.Hashes()); diff != "" {
			t.Errorf("%s: hashes differ (-want +got):\n%s", name, diff)
		}
	}
}

func TestCredentialsDoNotPrint(t *testing.T) {
	c := Credentials{Current: render.Passwords{Operator: operatorPassword, Repl: replPassword}}
	c.Previous = c.Current
	encoded, err := json.Marshal(map[string]any{"c": c, "p": &c})
	if err != nil {
		t.Fatal(err)
	}
	wrapped := struct{ C Credentials }{c}
	for _, text := range []string{
		fmt.Sprint(c), fmt.Sprintf("%v %+v %#v %s %q", c, c, c, c, c), fmt.Sprintf("%+v %#v", wrapped, &c), string(encoded),
	} {
		if strings.Contains(text, operatorPassword) || strings.Contains(text, replPassword) {
			t.Errorf("printed: %s", text)
		}
	}
}
