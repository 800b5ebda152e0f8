package apply

import (
	"errors"
	"fmt"
)

// Kinds of errors that a person must mend. All others are the API server's: they
// are wrapped, so that apierrors tells them apart, and are worth another try.
var (
	// ErrForeign: an object of the name exists and is not ours.
	ErrForeign = errors.New("the object belongs to somebody else")
	// ErrLeftover is an ErrForeign that passes: the owner was one of the same name
	// that is gone, and the garbage collector has yet to remove the object.
	ErrLeftover = fmt.Errorf("%w for now", ErrForeign)
	// ErrCredentials: the Secret of the system users cannot be used.
	ErrCredentials = errors.New("the credentials of the system users cannot be used")
	// ErrTooLarge: a ConfigMap holds more than the API server takes.
	ErrTooLarge = errors.New("the object is too large")
)
