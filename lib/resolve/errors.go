package resolve

import (
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/menu"
)

// Reason is the slug of an error: the rule of the offline tool and the
// condition reason of the operator share it.
type Reason string

// The reasons why something does not resolve.
const (
	ReasonConfigNotFound     Reason = "ConfigNotFound"
	ReasonBaseConfigNotFound Reason = "BaseConfigNotFound"
	ReasonBaseRefCycle       Reason = "BaseRefCycle"
	ReasonBaseRefTooDeep     Reason = "BaseRefTooDeep"
	ReasonNoImageInChain     Reason = "NoImageInChain"
	ReasonImageNotFound      Reason = "ImageNotFound"
	ReasonRoleNotFound       Reason = "RoleNotFound"
	ReasonDuplicateUsername  Reason = "DuplicateUsername"
)

// Error is one reason why a config or cluster does not resolve.
type Error struct {
	Reason Reason
	// Object holds the field that is to be mended.
	Object menu.Ref
	// Path of the field in Object, for example spec.acl[0].permissions[1].roleRef.
	Path string
	// Missing is the object that was not found; zero for other reasons.
	Missing menu.Ref
	// Message is the text that conditions, Events, logs and reports share.
	Message string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Errors are all the reasons, in a fixed order: the config chain, the image,
// then users in the order of their bindings. It is never empty when returned.
type Errors []*Error

// Error joins the messages with "; ".
func (e Errors) Error() string {
	messages := make([]string, len(e))
	for i, one := range e {
		messages[i] = one.Message
	}
	return strings.Join(messages, "; ")
}

// Unwrap lets errors.As find a single Error.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}
