package checker

import (
	"context"
	"testing"
	"time"

	"github.com/valkey-io/valkey-go"
)

// failing is a reader that has nobody to ask.
func failing(calls *int) reader {
	return func(context.Context, []string) []valkey.ValkeyResult {
		*calls++
		return nil
	}
}

// TestUnreadIsNeverRight makes sure that a key of which nobody told anything counts neither as kept nor as lost.
func TestUnreadIsNeverRight(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*askAgain/2)
	defer cancel()
	r := &Run{id: "r"}
	calls := 0
	wrong, unread := r.check(ctx, []*key{{Name: "a", Acked: 1}, {Name: "b", Acked: 1}}, time.Minute, failing(&calls))
	if len(wrong) != 0 || len(unread) != 2 {
		t.Errorf("%d wrong, %d unread; want 0 and 2", len(wrong), len(unread))
	}
	if calls < 2 {
		t.Errorf("asked %d times, want again and again until the end", calls)
	}
}

func TestNothingToRead(t *testing.T) {
	calls := 0
	wrong, unread := (&Run{}).check(t.Context(), nil, 0, failing(&calls))
	if len(wrong)+len(unread)+calls != 0 {
		t.Errorf("%d wrong, %d unread, %d calls; want none", len(wrong), len(unread), calls)
	}
}

func TestByReplicas(t *testing.T) {
	got := byReplicas([]served{
		{From: 0, To: 1, Primary: "a", Replicas: []string{"x"}},
		{From: 2, To: 2, Primary: "b"},
		{From: 3, To: 4, Primary: "a", Replicas: []string{"x"}},
	})
	if len(got) != 2 || len(got[0].slots) != 4 || len(got[1].slots) != 1 || len(got[0].replicas) != 1 {
		t.Errorf("%+v, want a with four slots and b with one", got)
	}
}
