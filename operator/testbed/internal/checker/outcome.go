package checker

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/valkey-io/valkey-go"
)

// outcome is why a write was not acknowledged.
type outcome struct {
	refused bool   // it certainly has no effect; otherwise nobody knows
	reason  string // short, to be counted
}

// classify decides what an error says about the write. Only the server's own refusal and a failed dial are certain: any
// other error may have come after the server carried the write out.
func classify(err error) outcome {
	if refusal, ok := valkey.IsValkeyErr(err); ok {
		reason, _, _ := strings.Cut(refusal.Error(), " ")
		return outcome{refused: true, reason: reason}
	}
	var op *net.OpError
	switch {
	case errors.As(err, &op) && op.Op == "dial":
		return outcome{refused: true, reason: "no connection"}
	case errors.Is(err, valkey.ErrNoSlot):
		return outcome{refused: true, reason: "slot without a node"}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return outcome{reason: "no reply in time"}
	default:
		return outcome{reason: "connection lost"}
	}
}
