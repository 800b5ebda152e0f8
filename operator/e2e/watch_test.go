//go:build e2e

package e2e

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// shape is shards and replicas of each.
type shape [2]int32

// sample is one look at a cluster: first the API's word, then the servers'.
type sample struct {
	at      time.Time
	cluster v1alpha1.ValkeyCluster
	nodes   []v1alpha1.ValkeyNode
	pods    map[string]*corev1.Pod
	servers map[string]topology.Server // by node, those that answered
}

// watcher looks at a cluster beside a test. It judges in its own goroutine, which
// may not end the test, so that it keeps what it saw.
type watcher struct {
	key    client.ObjectKey
	target valkeyconn.Target
	dialer *valkeyconn.Dialer
	conns  map[string]*valkeyconn.Conn // by node
	rules  rules
	err    error // of the last look, if nothing was seen
}

// beside looks at the cluster about ten times a second and holds what it sees
// against the rules of a planned change, until stop is called. The change begins
// with the shape that the spec has now and takes the cluster through the others.
func beside(t *testing.T, c *v1alpha1.ValkeyCluster, through ...shape) (stop func() seen) {
	t.Helper()
	secret := get(t, c.Namespace, names.AuthSecret(c.Name), &corev1.Secret{})
	w := &watcher{
		key: client.ObjectKeyFromObject(c),
		target: valkeyconn.Target{
			Port: names.Port, Passwords: valkeyconn.Passwords{string(secret.Data[names.OperatorPasswordKey])},
		},
		dialer: valkeyconn.New(valkeyconn.Options{Dial: time.Second, Command: time.Second}),
		conns:  map[string]*valkeyconn.Conn{},
		rules:  newRules(time.Now(), append(through, shape{c.Spec.Shards, c.Spec.ReplicasPerShard})),
	}
	ctx, cancel := context.WithCancel(t.Context())
	first, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		w.run(ctx, first)
	}()
	select {
	case <-first: // what the change changes was seen as it was before
	case <-time.After(30 * time.Second):
		cancel()
		<-ended
		t.Fatalf("the cluster was not seen once: %v", w.err)
	}
	return func() seen {
		t.Helper()
		cancel()
		<-ended
		return w.rules.end()
	}
}

// steady demands that nothing was seen that a planned change must not show.
func steady(t *testing.T, s seen) seen {
	t.Helper()
	t.Log(s)
	for _, fault := range s.Faults {
		t.Error(fault)
	}
	if s.Unclear*2 > s.Samples {
		t.Errorf("in %d of %d looks a server that runs did not answer", s.Unclear, s.Samples)
	}
	return s
}

// run closes first when it has judged the first look.
func (w *watcher) run(ctx context.Context, first chan<- struct{}) {
	defer func() {
		for _, conn := range w.conns {
			conn.Close()
		}
	}()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for ctx.Err() == nil {
		s, err := w.look(ctx)
		switch {
		case ctx.Err() != nil: // it may lack what was not asked any more
		case err != nil:
			w.err = err
		default:
			w.rules.judge(s)
			if w.rules.seen.Samples == 1 {
				close(first)
			}
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

func (w *watcher) look(ctx context.Context) (sample, error) {
	s := sample{at: time.Now(), pods: map[string]*corev1.Pod{}}
	var nodes v1alpha1.ValkeyNodeList
	var pods corev1.PodList
	here := client.InNamespace(w.key.Namespace)
	if err := errors.Join(bed.client.Get(ctx, w.key, &s.cluster), bed.client.List(ctx, &nodes, here), bed.client.List(ctx, &pods, here)); err != nil {
		return s, err
	}
	s.nodes = nodes.Items
	for i := range pods.Items {
		s.pods[pods.Items[i].Name] = &pods.Items[i]
	}
	s.servers = w.ask(ctx, s.pods)
	return s, nil
}

// ask asks the servers of all pods at once. The connections stay from one look to
// the next.
func (w *watcher) ask(ctx context.Context, pods map[string]*corev1.Pod) map[string]topology.Server {
	var mutex sync.Mutex
	var all sync.WaitGroup
	servers, conns := map[string]topology.Server{}, map[string]*valkeyconn.Conn{}
	for name, conn := range w.conns {
		if pods[name] == nil {
			conn.Close()
		}
	}
	for name, pod := range pods {
		if pod.Status.PodIP == "" {
			continue
		}
		conn := w.conns[name]
		all.Go(func() {
			var err error
			if conn == nil {
				target := w.target
				target.IP = pod.Status.PodIP
				if conn, err = w.dialer.Open(ctx, target); err != nil {
					return
				}
			}
			server, err := conn.Server(ctx)
			if err != nil {
				conn.Close()
				return
			}
			mutex.Lock()
			defer mutex.Unlock()
			servers[name], conns[name] = server, conn
		})
	}
	all.Wait()
	w.conns = conns
	return servers
}
