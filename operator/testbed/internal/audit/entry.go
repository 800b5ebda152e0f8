package audit

import (
	"fmt"
	"strings"
	"time"
)

// Entry is one write: a request that was answered, whether it was granted or not.
type Entry struct {
	// Time at which the API server received it.
	Time time.Time
	// User as RBAC names it, such as system:serviceaccount:NAMESPACE:NAME.
	User string
	Verb string
	// Resource with its subresource, such as pods/status.
	Resource string
	// Object is NAMESPACE/NAME, or NAME alone; a part that the request did not name is "-".
	Object string
	// Code is the HTTP status of the answer.
	Code int
	// DryRun says that nothing was to be stored.
	DryRun bool
}

// String is one line, the columns one space apart.
func (e Entry) String() string {
	line := fmt.Sprintf("%s %s %s %s %s %d", e.Time.UTC().Format(time.RFC3339Nano), e.User, e.Verb, e.Resource, e.Object, e.Code)
	if e.DryRun {
		line += " dry-run"
	}
	return line
}

// record is what we read of an audit.k8s.io/v1 Event.
type record struct {
	RequestURI               string
	Verb                     string
	User                     struct{ Username string }
	ObjectRef                struct{ Resource, Subresource, Namespace, Name string }
	ResponseStatus           struct{ Code int }
	RequestReceivedTimestamp time.Time
}

func (r record) entry() Entry {
	e := Entry{
		Time: r.RequestReceivedTimestamp, User: r.User.Username, Verb: r.Verb, Resource: r.ObjectRef.Resource,
		Object: r.ObjectRef.Name, Code: r.ResponseStatus.Code, DryRun: strings.Contains(r.RequestURI, "dryRun=All"),
	}
	if e.Resource == "" { // a write that is no object, such as a review at a path of its own
		e.Resource, _, _ = strings.Cut(r.RequestURI, "?")
	}
	if r.ObjectRef.Subresource != "" {
		e.Resource += "/" + r.ObjectRef.Subresource
	}
	if e.Object == "" {
		e.Object = "-"
	}
	if r.ObjectRef.Namespace != "" {
		e.Object = r.ObjectRef.Namespace + "/" + e.Object
	}
	return e
}
