package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// secrets are the values of an object that no report may show: password hashes,
// and those of directives that hold a secret, at any depth. Words that anybody
// would write, such as a user's name in a value of several, are not looked for.
func secrets(value any, key string, hidden bool) []string {
	var all []string
	switch v := value.(type) {
	case map[string]any:
		for k, child := range v {
			all = append(all, secrets(child, k, hidden || k == "passwordHashes" || key == "valkey" && conf.IsSecret(k))...)
		}
	case []any:
		for _, child := range v {
			all = append(all, secrets(child, key, hidden)...)
		}
	default:
		if text := strings.TrimPrefix(fmt.Sprint(v), "#"); hidden && len(text) > 5 {
			all = append(all, text)
		}
	}
	return all
}

// TestNoReportHoldsASecret looks for every secret of the test data in every
// format. Messages about them, such as that a hash is none, name their place.
func TestNoReportHoldsASecret(t *testing.T) {
	looked, about := 0, 0
	for file, j := range judgedReports(t) {
		var hidden []string
		for _, o := range j.objects {
			hidden = append(hidden, secrets(o.Data, "", false)...)
		}
		for _, one := range j.report.Results {
			if strings.Contains(one.Path, "passwordHashes") {
				about++
			}
		}
		for _, format := range report.Formats() {
			out := string(rendered(t, format, j.report))
			for _, secret := range hidden {
				looked++
				if strings.Contains(out, secret) {
					t.Errorf("%s as %s holds %q", file, format, secret)
				}
			}
		}
	}
	if looked < 100 || about < 5 {
		t.Errorf("%d looks for a secret and %d results about one: the test data has more", looked, about)
	}
}
