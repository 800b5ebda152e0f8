package observe_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/observe"
)

// asked notes whom it is asked for; it finds nobody.
type asked struct {
	mutex sync.Mutex
	ids   []string
}

func (a *asked) Probe(_ context.Context, peer topology.Peer) (string, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.ids = append(a.ids, peer.ID)
	return "", nil
}

// One server answers and knows three others, whose nodes are as the case says.
func TestWhoIsAskedElsewhere(t *testing.T) {
	running := topology.Known(topology.Pod{Made: true, Exists: true, Running: true, Address: "10.0.0.2"})
	silent := topology.Unknown[topology.Server]("no connection")
	cases := map[string]struct {
		node topology.Node
		want []string
	}{
		"its pod runs and was asked":   {topology.Node{ID: "b", Pod: running, Server: silent}, []string{"c"}},
		"its kubelet reports its end":  {topology.Node{ID: "b", Pod: topology.Known(topology.Pod{Made: true, Exists: true, Terminated: true}), Server: silent}, []string{"c"}},
		"nobody knows its id":          {topology.Node{Pod: running, Server: silent}, []string{"b", "c"}},
		"its pod is gone":              {topology.Node{ID: "b", Pod: topology.Known(topology.Pod{Made: true}), Server: silent}, []string{"b", "c"}},
		"its pod is not seen":          {topology.Node{ID: "b", Pod: topology.Unknown[topology.Pod]("no API server"), Server: silent}, []string{"b", "c"}},
		"its server answers":           {topology.Node{ID: "b", Pod: running, Server: topology.Known(topology.Server{ID: "b"})}, []string{"c"}},
		"another server answers there": {topology.Node{ID: "b", Pod: running, Server: topology.Known(topology.Server{ID: "x"})}, []string{"b", "c"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			viewer := topology.Server{ID: "a", Peers: []topology.Peer{
				{ID: "a", Myself: true, Address: "10.0.0.1"}, {ID: "b", Address: "10.0.0.2"}, {ID: "c", Address: "10.0.0.3"},
				{ID: "taken-out", NoAddress: true}, {ID: "nowhere"},
			}}
			w := observe.World{View: topology.View{Nodes: []topology.Node{{ID: "a", Pod: running, Server: topology.Known(viewer)}, c.node}}}
			prober := &asked{}
			w.Probe(t.Context(), prober, func(string) bool { return false })
			slices.Sort(prober.ids)
			if diff := cmp.Diff(c.want, prober.ids); diff != "" {
				t.Errorf("asked elsewhere (-want +got):\n%s", diff)
			}
			if w.View.Answers["nowhere"].Known() {
				t.Error("it is known whether a server answers of which nobody has an address")
			}
			for _, id := range append(c.want, "taken-out") {
				if answers, known := w.View.Answers[id].Get(); !known || answers {
					t.Errorf("the answer of %s is %t, known %t, want a silence that is known", id, answers, known)
				}
			}
		})
	}
}
