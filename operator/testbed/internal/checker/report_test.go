package checker

import (
	"strings"
	"testing"
	"time"
)

func good() ShardReport {
	return ShardReport{Primary: "10.0.0.1:6379", First: 5461, Slots: 5462, Replicas: []string{"10.0.0.2:6379"}, Counts: Counts{Acknowledged: 9}}
}

func TestProblems(t *testing.T) {
	cases := map[string]struct {
		change func(*ShardReport)
		want   string
	}{
		"none":                   {func(*ShardReport) {}, ""},
		"gaps and failures":      {func(s *ShardReport) { s.Failed, s.Unknown, s.LongestGap.Length = 5, 5, time.Hour }, ""},
		"lost":                   {func(s *ShardReport) { s.Lost = 2 }, "shard of slot 5461: 2 acknowledged writes lost on the primary"},
		"lost on a replica":      {func(s *ShardReport) { s.ReplicaLost = 3 }, "shard of slot 5461: 3 acknowledged writes lost on a replica"},
		"unread":                 {func(s *ShardReport) { s.Unread = 4 }, "shard of slot 5461: 4 keys could not be read back"},
		"unread on a replica":    {func(s *ShardReport) { s.ReplicaUnread = 5 }, "shard of slot 5461: 5 keys could not be read back from a replica"},
		"nothing was ever tried": {func(s *ShardReport) { s.Acknowledged = 0 }, "shard of slot 5461: no write was acknowledged"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := good()
			c.change(&s)
			if got := strings.Join(Report{Shards: []ShardReport{s}}.Problems(), "\n"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestLost(t *testing.T) {
	one, two := good(), good()
	one.Lost, two.Lost, two.ReplicaLost = 1, 2, 4
	if got := (Report{Shards: []ShardReport{one, two}}).Lost(); got != 7 {
		t.Errorf("%d, want 7", got)
	}
}

func TestWriteTable(t *testing.T) {
	one, two := good(), good()
	two.Primary, two.Replicas, two.Lost, two.Reasons = "10.0.0.3:6379", nil, 1, map[string]int{"OOM": 3}
	two.Losses = []Loss{{Key: "testbed:r:{7}:0", Slot: 246, Acked: 4, Found: "nothing", Where: "primary"}}
	report := Report{Duration: time.Second, Rate: 600, KeyPrefix: "testbed:r:", Shards: []ShardReport{one, two}, Notes: []string{"something"}}
	var b strings.Builder
	if err := report.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"1s of writing, 600 writes/s asked for each shard, keys testbed:r:*\n",
		"not read",
		"\n10.0.0.3:6379: 3 times OOM",
		"\nlost: testbed:r:{7}:0 (slot 246) number 4, found nothing on primary",
		"\nnote: something",
		"\nPROBLEM: shard of slot 5461: 1 acknowledged writes lost on the primary\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}
}

func TestOptionsAreBounded(t *testing.T) {
	got, err := Options{Addresses: []string{"h:1"}}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	if got.Rate < 500 || got.MaxDuration <= 0 || got.MaxWrites <= 0 || got.WriteTimeout <= 0 || got.VerifyWithin <= 0 {
		t.Errorf("%+v: want at least 500 writes a second, and an end of everything", got)
	}
	for name, options := range map[string]Options{
		"no address":    {},
		"negative rate": {Addresses: []string{"h:1"}, Rate: -1},
		"negative time": {Addresses: []string{"h:1"}, MaxDuration: -time.Second},
	} {
		if _, err := options.withDefaults(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestLossesAreCapped(t *testing.T) {
	var losses []Loss
	for range 100 {
		losses = appendLoss(losses, finding{key: &key{Acked: 1}, found: "nothing"}, "primary")
	}
	if len(losses) != 20 {
		t.Errorf("%d losses listed, want 20", len(losses))
	}
}
