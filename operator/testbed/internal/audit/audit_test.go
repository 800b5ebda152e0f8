package audit

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
)

// line is an event as API server 1.36 writes it, shortened.
func line(user, uri, verb, object, at string) string {
	return `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"` + uri +
		`","verb":"` + verb + `","user":{"username":"` + user + `","groups":["g"]},"sourceIPs":["127.0.0.1"],` + object +
		`"responseStatus":{"metadata":{},"code":201},"requestReceivedTimestamp":"` + at + `","stageTimestamp":"` + at + `"}` + "\n"
}

const operator = "system:serviceaccount:valkey-operator:valkey-operator"

var older = line(operator, "/api/v1/namespaces/n/pods", "create",
	`"objectRef":{"resource":"pods","namespace":"n","name":"p","apiVersion":"v1"},`, "2026-01-01T00:00:01.000000Z")

var newer = line(operator, "/apis/valkey.gomomento.com/v1alpha1/valkeyimages/i/status?fieldManager=x", "patch",
	`"objectRef":{"resource":"valkeyimages","name":"i","subresource":"status"},`, "2026-01-01T00:00:02.500000Z") +
	line("kubernetes-admin", "/api/v1/namespaces/n/pods?dryRun=All", "deletecollection",
		`"objectRef":{"resource":"pods","namespace":"n"},`, "2026-01-01T00:00:03.000000Z") +
	line("kubernetes-admin", "/other", "create", ``, "2026-01-01T00:00:04.000000Z")

func written(t *testing.T) layout.Layout {
	t.Helper()
	l := layout.Layout{State: t.TempDir()}
	if err := WritePolicy(l); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		l.AuditLog(): newer + `{"kind":"Event","verb":"cre`, // not yet whole
		strings.TrimSuffix(l.AuditLog(), ".log") + "-2026-01-01T00-00-02.000.log": older,
	}
	for file, text := range files {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func TestRead(t *testing.T) {
	l := written(t)
	const (
		created   = "2026-01-01T00:00:01Z " + operator + " create pods n/p 201"
		patched   = "2026-01-01T00:00:02.5Z " + operator + " patch valkeyimages/status i 201"
		deleted   = "2026-01-01T00:00:03Z kubernetes-admin deletecollection pods n/- 201 dry-run"
		elsewhere = "2026-01-01T00:00:04Z kubernetes-admin create /other - 201"
	)
	cases := map[string]struct {
		filter Filter
		want   []string
	}{
		"all":              {Filter{}, []string{created, patched, deleted, elsewhere}},
		"of a user":        {Filter{User: operator}, []string{created, patched}},
		"since a moment":   {Filter{Since: time.Date(2026, 1, 1, 0, 0, 2, 5e8, time.UTC)}, []string{patched, deleted, elsewhere}},
		"both":             {Filter{User: operator, Since: time.Date(2026, 1, 1, 0, 0, 2, 0, time.UTC)}, []string{patched}},
		"a part of a user": {Filter{User: "valkey-operator"}, nil},
	}
	for name, c := range cases {
		var got []string
		err := Read(l, c.filter, func(e Entry) error { got = append(got, e.String()); return nil })
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestReadFails(t *testing.T) {
	full := errors.New("full")
	broken := written(t)
	if err := os.WriteFile(broken.AuditLog(), []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		l    layout.Layout
		each error
		want string
	}{
		"no log":      {layout.Layout{State: t.TempDir()}, nil, "there is none"},
		"no JSON":     {broken, nil, "line 1"},
		"a full disk": {written(t), full, "full"},
	}
	for name, c := range cases {
		if err := Read(c.l, Filter{}, func(Entry) error { return c.each }); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestPolicyRecordsNoContents: a Secret's would be in the log.
func TestPolicyRecordsNoContents(t *testing.T) {
	l := written(t)
	text, err := os.ReadFile(filepath.Join(l.State, "audit", "policy.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Rules []struct {
			Level string   `json:"level"`
			Verbs []string `json:"verbs"`
		} `json:"rules"`
	}
	if err := yaml.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for _, rule := range got.Rules {
		if rule.Level != "Metadata" && rule.Level != "None" {
			t.Errorf("level %s", rule.Level)
		}
	}
	if len(got.Rules) != 2 || len(got.Rules[0].Verbs) != 5 {
		t.Errorf("rules %v, want the five verbs that write, and nothing else", got.Rules)
	}
}
