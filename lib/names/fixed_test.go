package names

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Texts that live objects, Secrets and servers hold: a change would orphan them.
func TestFixedTexts(t *testing.T) {
	got := map[string]string{
		"finalizers":  FinalizerCluster + " " + FinalizerNode,
		"annotations": AnnotationPaused + " " + AnnotationIgnorePrefix,
		"users":       UserOperator + " " + UserRepl + " " + UserRevision,
		"join types":  LabelJoinType + " " + JoinReplica + " " + JoinPrimary + " " + JoinShard,
		"secret keys": OperatorPasswordKey + " " + ReplPasswordKey + " " + PrimaryAuthFile,
		"rotation":    PreviousOperatorPasswordKey + " " + PreviousReplPasswordKey,
		"files":       ConfFile + " " + ACLFile,
	}
	want := map[string]string{
		"finalizers":  "valkey.gomomento.com/cleanup valkey.gomomento.com/node-cleanup",
		"annotations": "valkey.gomomento.com/paused valkey.gomomento.com/ignore-check.",
		"users":       "_momento_operator _momento_repl _momento_revision",
		"join types":  "valkey.gomomento.com/join-type replica primary shard",
		"secret keys": "operator-password repl-password primaryauth.conf",
		"rotation":    "previous-operator-password previous-repl-password",
		"files":       "valkey.conf users.acl",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts differ (-want +got):\n%s", diff)
	}
}

// A review must not show other pods because a cluster grew.
func TestOfflineNodesKeepTheirNames(t *testing.T) {
	large := OfflineNodes("team-a", "cache", 5, 3)
	for shard, members := range OfflineNodes("team-a", "cache", 3, 2) {
		if diff := cmp.Diff(members, large[shard][:2]); diff != "" {
			t.Errorf("names of shard %d differ in a larger cluster (-small +large):\n%s", shard, diff)
		}
	}
}
