package status_test

import (
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

const firstLoss = "True DataLoss: shard 1 lost the data of 101 slots (0-99 200) at 2026-03-01T12:00:00Z"

// lost is a healthy cluster whose former status tells of one loss.
func lost(t *testing.T) status.Seen {
	t.Helper()
	seen := healthy(t)
	seen.Losses = []status.Loss{{Shard: 1, Slots: slots.Between(0, 99).Or(slots.Between(200, 200)), Time: now.Add(time.Millisecond)}}
	seen = again(seen)
	seen.Losses = nil
	return seen
}

func TestDataLoss(t *testing.T) {
	second := status.Loss{Shard: 0, Slots: slots.Between(7, 7), Time: now.Add(20 * time.Hour)}
	tests := map[string]struct {
		edit func(*status.Seen)
		want string
	}{
		"remembered":             {func(*status.Seen) {}, firstLoss},
		"just before a day":      {func(s *status.Seen) { s.Now = now.Add(24*time.Hour - time.Second) }, firstLoss},
		"a day old":              {func(s *status.Seen) { s.Now = now.Add(24 * time.Hour) }, "absent"},
		"acknowledged":           {func(s *status.Seen) { s.LossesAcknowledged = now }, "absent"},
		"acknowledged too early": {func(s *status.Seen) { s.LossesAcknowledged = now.Add(-time.Second) }, firstLoss},
		"found again by a pass that was repeated": {
			func(s *status.Seen) {
				s.Losses = []status.Loss{{Shard: 1, Slots: slots.Between(0, 99).Or(slots.Between(200, 200)), Time: now}}
			}, firstLoss,
		},
		"another one": {
			func(s *status.Seen) { s.Now, s.Losses = second.Time, []status.Loss{second} },
			firstLoss + "; shard 0 lost the data of 1 slots (7) at 2026-03-02T08:00:00Z",
		},
		"the first of two is a day old": {
			func(s *status.Seen) { s.Now, s.Losses = now.Add(24*time.Hour), []status.Loss{second} },
			"True DataLoss: shard 0 lost the data of 1 slots (7) at 2026-03-02T08:00:00Z",
		},
		"the first of two was acknowledged": {
			func(s *status.Seen) { s.LossesAcknowledged, s.Losses = now, []status.Loss{second} },
			"True DataLoss: shard 0 lost the data of 1 slots (7) at 2026-03-02T08:00:00Z",
		},
		"a text that somebody edited": {
			func(s *status.Seen) { condition(s, "DataLoss").Message = "all gone" }, "True DataLoss: all gone",
		},
		"a text that somebody edited, a day later": {
			func(s *status.Seen) {
				condition(s, "DataLoss").Message = "all gone"
				s.Now = now.Add(24 * time.Hour)
			}, "absent",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			seen := lost(t)
			test.edit(&seen)
			after := status.Compute(seen)
			if got := brief(find(after.Conditions, "DataLoss")); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if got := find(after.Conditions, "Ready").Status; got != metav1.ConditionTrue {
				t.Errorf("Ready is %s: a loss must not touch it", got)
			}
		})
	}
}

// A cluster that loses every shard, each in as many pieces as there can be.
func TestManyLossesFit(t *testing.T) {
	seen := healthy(t)
	odd := slots.Set{}
	for i := range odd {
		odd[i] = 0xaaaaaaaaaaaaaaaa
	}
	for shard := range 40 {
		seen.Losses = append(seen.Losses, status.Loss{Shard: shard, Slots: odd, Time: now.Add(time.Duration(shard) * 15 * time.Minute)})
	}
	seen = again(seen)
	told := find(seen.Cluster.Status.Conditions, "DataLoss").Message
	if len(told) > 32768 || strings.Contains(told, "shard 23 ") || !strings.Contains(told, "shard 24 ") || !strings.Contains(told, "shard 39 ") {
		t.Errorf("want the 16 latest losses within 32768 bytes, got %d bytes: %.200s", len(told), told)
	}
	seen.Losses = nil
	if got := find(again(seen).Cluster.Status.Conditions, "DataLoss").Message; got != told {
		t.Error("the text changed when it was read back")
	}
}

func condition(s *status.Seen, kind string) *metav1.Condition {
	for i := range s.Cluster.Status.Conditions {
		if s.Cluster.Status.Conditions[i].Type == kind {
			return &s.Cluster.Status.Conditions[i]
		}
	}
	return &metav1.Condition{}
}

// The plan tells a loss when the servers forget the dead owner and again when the
// slots start empty: it is one loss, whatever shard it was taken for. The same
// slots an hour later are another.
func TestOneLossToldTwice(t *testing.T) {
	seen := healthy(t)
	some := slots.Between(0, 99)
	seen.Losses = []status.Loss{{Shard: -1, Slots: some, Time: now}}
	seen = again(seen)
	for _, after := range []struct {
		time time.Duration
		want int
	}{{5 * time.Second, 1}, {time.Hour, 2}} {
		seen.Losses = []status.Loss{{Shard: 2, Slots: some, Time: now.Add(after.time)}}
		seen = again(seen)
		if got := len(status.LossTexts(find(seen.Cluster.Status.Conditions, "DataLoss"))); got != after.want {
			t.Errorf("after %s %d losses are told, want %d", after.time, got, after.want)
		}
	}
}
