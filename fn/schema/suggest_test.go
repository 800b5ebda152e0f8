package schema

import "testing"

func TestDidYouMean(t *testing.T) {
	fields := []string{"acl", "configRef", "podAnnotations", "replicasPerShard", "shards", "tls", "zoneSpread"}
	tests := map[string]string{
		"shrads":         "shards",
		"shard":          "shards",
		"SHARDS":         "shards",
		"podannotations": "podAnnotations",
		"configref":      "configRef",
		"config":         "configRef",
		"replicas":       "replicasPerShard",
		"zonespred":      "zoneSpread",
		"alc":            "",
		"tl":             "tls",
		"tsl":            "",
		"x":              "",
		"":               "",
		"persistence":    "",
		"con":            "",
	}
	for name, want := range tests {
		if want != "" {
			want = ` (did you mean "` + want + `"?)`
		}
		if got := didYouMean(name, fields); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestDidYouMeanIsDeterministic(t *testing.T) {
	const want = ` (did you mean "shard"?)`
	for range 20 {
		if got := didYouMean("shardx", []string{"shards", "shardy", "shard"}); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	tests := map[[2]string]int{
		{"", ""}: 0, {"a", ""}: 1, {"", "abc"}: 3, {"abc", "abc"}: 0,
		{"kitten", "sitting"}: 3, {"shrads", "shards"}: 2, {"acl", "tls"}: 3,
	}
	for pair, want := range tests {
		if got := distance(pair[0], pair[1]); got != want {
			t.Errorf("%v: got %d, want %d", pair, got, want)
		}
		if got := distance(pair[1], pair[0]); got != want {
			t.Errorf("%v reversed: got %d, want %d", pair, got, want)
		}
	}
}
