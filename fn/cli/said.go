package cli

import (
	"regexp"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
)

// said is what the functions of a build wrote to standard error. All of them
// write to the one stream, so that it cannot be told which of them wrote a line.
type said struct{ text string }

// Lines of a report as text, see report.Text.
var (
	resultLine  = regexp.MustCompile(`^(?:.*?: )?(?:error|warning|info) (VK\d{3} .*)$`)
	summaryLine = regexp.MustCompile(`^\d+ objects?: \d+ errors?, \d+ warnings?, \d+ infos?(, \d+ suppressed)?$`)
)

// beyond are the lines that the report on the finished build does not repeat: all
// but summaries and results of the same rule, object and field. The places of
// those inside the build are seen from another folder, and their severity is that
// of the overlay.
func (s said) beyond(rep report.Report) string {
	about := make([]string, len(rep.Results))
	for i, r := range rep.Results {
		about[i] = r.Rule + " " + r.Object.String()
		if r.Path != "" {
			about[i] += " " + r.Path
		}
		about[i] = report.Printable(about[i]) + ": "
	}
	var kept strings.Builder
	for line := range strings.Lines(s.text) {
		if !repeated(strings.TrimRight(line, "\n"), about) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

func repeated(line string, about []string) bool {
	if summaryLine.MatchString(line) {
		return true
	}
	result := resultLine.FindStringSubmatch(line)
	if result == nil {
		return false
	}
	for _, one := range about {
		if strings.HasPrefix(result[1], one) {
			return true
		}
	}
	return false
}

// pass writes lines of functions to standard error.
func (s streams) pass(text string) {
	for line := range strings.Lines(text) {
		s.tell(strings.TrimRight(line, "\n"))
	}
}
