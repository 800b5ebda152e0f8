package apply

import (
	"encoding/base64"
	"strings"
)

// scrubbedError is an answer of the API server to a write of a Secret. Admission
// webhooks may quote what they refuse, so passwords are taken out of its text.
type scrubbedError struct {
	text  string
	cause error
}

func (e *scrubbedError) Error() string { return e.text }

// Unwrap lets apierrors tell the kind; print the error itself and never its cause.
func (e *scrubbedError) Unwrap() error { return e.cause }

// scrub takes the passwords out of the text of err, in plain and as a Secret
// encodes them. It returns nil for nil.
func scrub(err error, c Credentials) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for _, password := range []string{c.Current.Operator, c.Current.Repl, c.Previous.Operator, c.Previous.Repl} {
		if password == "" {
			continue
		}
		text = strings.ReplaceAll(text, password, "[password]")
		text = strings.ReplaceAll(text, base64.StdEncoding.EncodeToString([]byte(password)), "[password]")
	}
	return &scrubbedError{text: text, cause: err}
}
