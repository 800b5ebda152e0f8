package status_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

var update = flag.Bool("update", false, "write the golden files; such a run never passes")

// TestCorpus keeps one object for each case, with the verdict of kstatus in its
// first line. The module test/kstatus asks kstatus itself.
func TestCorpus(t *testing.T) {
	for name, c := range cases() {
		t.Run(name, func(t *testing.T) {
			got := "# kstatus: " + c.verdict + "\n" + object(t, c.seen(t))
			file := filepath.Join("testdata", name+".yaml")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				t.Fatal("golden file written; run again without -update")
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("object differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCorpusHasNoOtherFile(t *testing.T) {
	files, err := filepath.Glob("testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for name := range maps.Keys(cases()) {
		want = append(want, filepath.Join("testdata", name+".yaml"))
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func object(t *testing.T, seen status.Seen) string {
	t.Helper()
	out := seen.Cluster.DeepCopy()
	out.Status = status.Compute(seen)
	text, err := yaml.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type corpusCase struct {
	verdict string
	seen    func(*testing.T) status.Seen
}

// cases are the situations that the corpus holds, with the verdict that we mean.
func cases() map[string]corpusCase {
	out := map[string]corpusCase{}
	for verdict, edits := range map[string]map[string]func(*status.Seen){
		"Current": current(), "InProgress": inProgress(), "Failed": failed(),
	} {
		for name, edit := range edits {
			out[name] = corpusCase{verdict, func(t *testing.T) status.Seen {
				t.Helper()
				seen := healthy(t)
				edit(&seen)
				return seen
			}}
		}
	}
	out["terminating"] = corpusCase{"Terminating", func(t *testing.T) status.Seen {
		t.Helper()
		seen := healthy(t)
		seen.Cluster.DeletionTimestamp = &metav1.Time{Time: now}
		return seen
	}}
	return out
}

func current() map[string]func(*status.Seen) {
	return map[string]func(*status.Seen){
		"active":             func(*status.Seen) {},
		"active-tls":         func(s *status.Seen) { withTLS(s, now.AddDate(1, 0, 0)) },
		"active-expiring":    func(s *status.Seen) { withTLS(s, now.AddDate(0, 0, 7)) },
		"active-expired":     func(s *status.Seen) { withTLS(s, now.AddDate(0, 0, -7)) },
		"active-managed":     func(s *status.Seen) { s.Managed = []string{"requirepass"} },
		"active-paused":      func(s *status.Seen) { s.Paused = true },
		"active-data-loss":   func(s *status.Seen) { s.Losses = []status.Loss{{Shard: 1, Slots: slots.Split(3)[1], Time: now}} },
		"active-empty-shard": func(s *status.Seen) { edit(s.View, p1, primaryOf(slots.Set{})) },
	}
}

func inProgress() map[string]func(*status.Seen) {
	creating := func(d plan.Decision) func(*status.Seen) {
		return func(s *status.Seen) {
			s.State, s.TargetSpec, s.Decision = v1alpha1.StateCreating, s.Cluster.Spec.DeepCopy(), d
		}
	}
	return map[string]func(*status.Seen){
		"creating-nodes": func(s *status.Seen) {
			creating(act(plan.CreatingNodes, "creating 6 nodes"))(s)
			s.View = topology.View{}
		},
		"creating-blocked": func(s *status.Seen) {
			creating(wait(plan.PodBlocked, p0, "pod "+p0+" does not run: Unschedulable: 0/3 nodes are available: 3 Insufficient cpu."))(s)
			silence(s.View, p0)
		},
		"creating-activating": creating(act(plan.Activating, "cluster formed, transitioning to Active")),
		"active-recovering": func(s *status.Seen) {
			s.Decision = wait(plan.ServerUnreachable, p1, "the server of node "+p1+" does not answer: connection refused")
			silence(s.View, p1)
			s.Cluster.Status.Shards = []v1alpha1.ShardStatus{{Index: 1, Slots: "5462-10922", Primary: p1, Replicas: []string{r1}}}
		},
		"active-users-spread": func(s *status.Seen) { s.ACLRevision = oldRevision },
		"active-certificate-spreads": func(s *status.Seen) {
			withTLS(s, now.AddDate(1, 0, 0))
			edit(s.View, p2, func(x *topology.Server) { x.ServedLeaf = topology.Known(oldLeaf) })
		},
		"active-paused-with-work": func(s *status.Seen) {
			s.Paused = true
			s.Decision = wait(plan.Paused, "", "the cluster is paused by its annotation; the next step would be: attaching 1 replica")
		},
		"active-step-failed": func(s *status.Seen) { s.Failure = `applying Service "cache": forbidden` },
		"undecided":          func(s *status.Seen) { s.Decision, s.Failure = plan.Decision{}, "listing ValkeyNodes: forbidden" },
	}
}

func failed() map[string]func(*status.Seen) {
	unresolved := func(reason, message string) func(*status.Seen) {
		return func(s *status.Seen) {
			s.Resolved, s.ACLRevision = nil, ""
			s.Stalls = []status.Stall{{Reason: reason, Message: message}}
			s.Cluster.Status.ACL = &v1alpha1.ACLStatus{Revision: revision, NodesAtRevision: 6}
			s.Cluster.Status.Config = &v1alpha1.ConfigStatus{Image: "registry.example/valkey:9.1.2", Revision: "0123456789abcdef"}
		}
	}
	return map[string]func(*status.Seen){
		"stalled-reference": unresolved("ConfigNotFound", `ValkeyConfig "large" not found`),
		"stalled-cycle":     unresolved("BaseRefCycle", "config inheritance depth exceeds 10 (cycle?): a -> b -> a"),
		"stalled-while-recovering": func(s *status.Seen) {
			unresolved("RoleNotFound", `ValkeyRole "reader" not found (referenced by user "app")`)(s)
			s.Decision = act(plan.AttachingReplicas, "attaching 1 replica")
		},
		"stalled-paused": func(s *status.Seen) {
			unresolved("ImageNotFound", `ValkeyImage "v9" not found`)(s)
			s.Paused = true
		},
		"stalled-credentials": func(s *status.Seen) {
			s.Stalls = []status.Stall{{Reason: status.ReasonCredentialsLost, Message: `Secret "cache-operator-auth" is gone`}}
		},
		"stalled-acl-too-large": func(s *status.Seen) {
			s.Stalls = []status.Stall{{Reason: status.ReasonACLTooLarge, Message: "users.acl has 1100000 bytes, a ConfigMap holds 1048576"}}
		},
		"invalid": func(s *status.Seen) {
			s.Cluster.Spec.TLS = &v1alpha1.TLS{SecretRef: "cache-tls"}
			s.State, s.TLSProblems = v1alpha1.StateInvalid, []string{`TLS Secret "cache-tls" not found in namespace "team-a"`}
			s.Decision = plan.Decision{Verb: plan.Wait, Reason: status.ReasonTLSSecretInvalid, Message: s.TLSProblems[0]}
		},
		"invalid-and-unseen": func(s *status.Seen) {
			s.Cluster.Spec.TLS = &v1alpha1.TLS{SecretRef: "cache-tls"}
			s.Cluster.Status.Message = `TLS Secret "cache-tls" has no data`
			s.State, s.Decision, s.Failure = v1alpha1.StateInvalid, plan.Decision{}, "reading the Secret: timeout"
		},
	}
}

// A cluster that was never seen has the default status of the CRD.
func TestFirstPass(t *testing.T) {
	seen := healthy(t)
	seen.Cluster.Status = v1alpha1.ValkeyClusterStatus{State: v1alpha1.StateCreating, ObservedGeneration: -1}
	seen.Now = now.Add(time.Nanosecond)
	after := status.Compute(seen)
	if ready := find(after.Conditions, "Ready"); ready.Type == "" || !ready.LastTransitionTime.Time.Equal(now) {
		t.Errorf("Ready is %+v, want it since %v", ready, now)
	}
	if after.ObservedGeneration != 3 {
		t.Errorf("observedGeneration is %d, want 3", after.ObservedGeneration)
	}
}
