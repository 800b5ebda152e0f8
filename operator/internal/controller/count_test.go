package controller

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/plan"
	"github.com/valkey-menu/valkey-menu/lib/slots"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
	"github.com/valkey-menu/valkey-menu/operator/internal/status"
)

var update = flag.Bool("update", false, "write the golden files; such a run never passes")

const (
	currentUsers, formerUsers = "users-2", "users-1"
	currentLeaf, formerLeaf   = "leaf-2", "leaf-1"
)

// countedAt is the time of the passes; the test of the alerts knows it too.
var countedAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// counted is a pass over a healthy cluster with TLS.
func counted(shards, replicas int32) *pass {
	cluster := &v1alpha1.ValkeyCluster{
		ObjectMeta: metav1.ObjectMeta{Namespace: "team-a", Name: "cache"},
		Spec:       v1alpha1.ValkeyClusterSpec{Shards: shards, ReplicasPerShard: replicas, TLS: &v1alpha1.TLS{SecretRef: "cert"}},
	}
	p := &pass{}
	p.Cluster, p.State = cluster, v1alpha1.StateActive
	p.World = observe.World{Nodes: map[string]*v1alpha1.ValkeyNode{}}
	p.seen = status.Seen{
		Cluster: cluster, Now: countedAt, State: p.State, ACLRevision: currentUsers, Looked: true,
		Certificate:      &status.Certificate{NotAfter: countedAt.AddDate(0, 6, 0), Fingerprint: currentLeaf},
		OtherCertificate: map[string]bool{},
		Decision:         plan.Decision{Verb: plan.Done, Reason: plan.Ready, Message: "all is well"},
	}
	for shard, share := range slots.Split(int(shards)) {
		for member := range int(replicas) + 1 {
			me := topology.Peer{ID: "id", Myself: true, Role: topology.RolePrimary, Slots: share}
			if member > 0 {
				me.Role, me.Slots = topology.RoleReplica, slots.Set{}
			}
			name := string(rune('a'+shard)) + string(rune('0'+member))
			p.World.Nodes[name] = &v1alpha1.ValkeyNode{Spec: v1alpha1.ValkeyNodeSpec{Lifecycle: v1alpha1.LifecycleActive, TLSSecret: "cert"}}
			p.seen.View.Nodes = append(p.seen.View.Nodes, topology.Node{
				Name: name, Shard: shard, Lifecycle: topology.Active, Pod: topology.Known(topology.Pod{Exists: true, Running: true}),
				Server: topology.Known(topology.Server{
					ID: "id", Peers: []topology.Peer{me}, ACLRevision: topology.Known(currentUsers), ServedLeaf: topology.Known(currentLeaf),
				}),
			})
		}
	}
	return p
}

func (p *pass) waits(reason plan.Reason) *pass {
	p.seen.Decision = plan.Decision{Verb: plan.Wait, Reason: reason, Message: "it waits"}
	return p
}

// silent makes a node one that does not answer although its pod runs, and dead one
// whose process has ended.
func (p *pass) silent(node int) *pass {
	p.seen.View.Nodes[node].Server = topology.Unknown[topology.Server]("no answer within 2s")
	return p
}

func (p *pass) dead(node int) *pass {
	p.seen.View.Nodes[node].Pod = topology.Known(topology.Pod{Exists: true, Terminated: true})
	return p.silent(node)
}

func (p *pass) edited(edit func(*pass)) *pass {
	edit(p)
	return p
}

// serves has every server show this certificate.
func (p *pass) serves(leaf string) *pass {
	for i := range p.seen.View.Nodes {
		s, _ := p.seen.View.Nodes[i].Server.Get()
		s.ServedLeaf = topology.Known(leaf)
		p.seen.View.Nodes[i].Server = topology.Known(s)
	}
	return p
}

func (p *pass) invalid() *pass {
	p.State, p.seen.State, p.seen.TLSProblems, p.seen.Decision = v1alpha1.StateInvalid, v1alpha1.StateInvalid, []string{"no"}, plan.Decision{}
	return p
}

func (p *pass) forming() *pass {
	p.State, p.seen.State = v1alpha1.StateCreating, v1alpha1.StateCreating
	for i := range p.seen.View.Nodes {
		n := &p.seen.View.Nodes[i]
		p.World.Nodes[n.Name].Spec.Lifecycle = v1alpha1.LifecycleJoining
		n.Lifecycle, n.Pod = topology.Joining, topology.Known(topology.Pod{Exists: true, Blocked: "0/3 nodes are available"})
		p.silent(i)
	}
	return p
}

// troubles are the states of a cluster that the alerts are tried on.
func troubles() map[string]*pass {
	return map[string]*pass{
		"healthy":                      counted(3, 1),
		"primary-dead":                 counted(3, 1).dead(0).waits(plan.FailoverPending),
		"replica-silent":               counted(3, 1).silent(1).waits(plan.ServerUnreachable),
		"only-primary-lost":            counted(1, 0).dead(0).waits(plan.OldPrimaryNotFenced),
		"only-primary-lost-and-paused": counted(1, 0).dead(0).waits(plan.Paused).edited(func(p *pass) { p.seen.Paused = true }),
		"primary-not-fenced":           counted(3, 0).silent(0).waits(plan.OldPrimaryNotFenced),
		"all-silent":                   counted(1, 1).silent(0).silent(1).waits(plan.ServerUnreachable),
		"forming-blocked":              counted(3, 1).forming().waits(plan.PodBlocked),
		"invalid":                      counted(3, 1).invalid(),
		"invalid-never-formed":         counted(3, 1).forming().invalid().edited(func(p *pass) { p.seen.Certificate = nil }),
		"invalid-and-primary-dead":     counted(3, 1).invalid().dead(0),
		"stalled": counted(3, 1).waits("RoleNotFound").edited(func(p *pass) {
			p.stall("RoleNotFound", "no role")
			p.seen.ACLRevision, p.Cluster.Status.ACL = "", &v1alpha1.ACLStatus{Revision: currentUsers}
		}),
		"stalled-and-users-old": counted(3, 1).waits("RoleNotFound").edited(func(p *pass) {
			p.stall("RoleNotFound", "no role")
			p.seen.ACLRevision, p.Cluster.Status.ACL = "", &v1alpha1.ACLStatus{Revision: formerUsers}
		}),
		"certificate-spreads":     counted(3, 1).serves(formerLeaf),
		"certificate-one-silent":  counted(3, 1).silent(5).waits(plan.ServerUnreachable),
		"certificate-ends-soon":   counted(3, 1).edited(func(p *pass) { p.seen.Certificate.NotAfter = countedAt.AddDate(0, 0, 10) }),
		"certificate-ended":       counted(3, 1).edited(func(p *pass) { p.seen.Certificate.NotAfter = countedAt.AddDate(0, 0, -10) }),
		"certificate-not-trusted": counted(3, 1).serves(formerLeaf).waits("CertificateUntrusted").edited(func(p *pass) { p.stall(status.ReasonCertificateUntrusted, "no") }),
		"another-secret-named": counted(3, 1).serves(formerLeaf).edited(func(p *pass) {
			for _, n := range p.seen.View.Nodes {
				p.seen.OtherCertificate[n.Name] = true
			}
		}),
		"data-lost": counted(3, 1).edited(func(p *pass) {
			p.seen.Losses = []status.Loss{{Shard: 1, Slots: slots.Split(3)[1], Time: countedAt}}
		}),
		"without-tls": counted(3, 1).edited(func(p *pass) { p.Cluster.Spec.TLS, p.seen.Certificate = nil, nil }),
	}
}

// TestCount writes down what each of the troubles looks like to Prometheus. What
// fires then is for test/alerts to show, out of the same files.
func TestCount(t *testing.T) {
	all := troubles()
	files, err := filepath.Glob(filepath.Join("testdata", "metrics", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(all) && !*update {
		t.Errorf("%d files for %d troubles", len(files), len(all))
	}
	for name, p := range all {
		t.Run(name, func(t *testing.T) {
			got, path := exposed(t, p), filepath.Join("testdata", "metrics", name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				t.Fatal("written")
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("metrics (-want +got):\n%s", diff)
			}
		})
	}
}

var notOfClusters = regexp.MustCompile(`(?m)^(#|valkey_operator_(actions|acl|tls)_).*\n`)

// exposed is what a pass makes Prometheus see.
func exposed(t *testing.T, p *pass) string {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	m, err := metrics.New(registry, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	c := &Cluster{Loops: &Loops{Metrics: m}}
	c.count(p, status.Compute(p.seen))
	recorder := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	return strings.TrimLeft(notOfClusters.ReplaceAllString(recorder.Body.String(), ""), "\n")
}
