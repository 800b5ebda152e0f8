package checker

import "testing"

func TestSlotOf(t *testing.T) {
	cases := map[string]int{ // answers of CLUSTER KEYSLOT, Valkey 9.1.2
		"":          0,
		"123456789": 12739,
		"foo":       12182,
		"user1000":  3443,
	}
	for tag, want := range cases {
		if got := slotOf(tag); got != want {
			t.Errorf("%q: slot %d, want %d", tag, got, want)
		}
	}
}

func TestSlotTags(t *testing.T) {
	tags := slotTags()
	if len(tags) != slotCount {
		t.Fatalf("%d tags, want %d", len(tags), slotCount)
	}
	for slot, tag := range tags {
		if tag == "" || slotOf(tag) != slot {
			t.Fatalf("slot %d has the tag %q of slot %d", slot, tag, slotOf(tag))
		}
	}
}
