//go:build e2e && full

package e2e

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// write is one that a server was asked for, and whether it took it.
type write struct {
	at    time.Time // of the question
	taken bool
}

// asks writes to the key at one server about five times a second, as a client on
// its own side of the network: from within the network of its pod. It is told of
// nobody else, so that a redirection counts as refusal. It goes on until the
// returned function is called, or the test ends; that returns what came of it.
func asks(t *testing.T, c *v1alpha1.ValkeyCluster, node, key string) (stop func() []write) {
	t.Helper()
	pod := get(t, c.Namespace, node, &corev1.Pod{})
	pid, err := serverOf(pod)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all []write
	var asking sync.WaitGroup
	asking.Go(func() {
		for ctx.Err() == nil {
			w := write{at: time.Now()}
			out, err := exec.CommandContext(ctx, "nsenter", "--net=/proc/"+pid+"/ns/net", "--", bed.cli, "-h", pod.Status.PodIP,
				"-p", strconv.Itoa(names.Port), "-t", "2", "SET", key, "v").Output()
			w.taken = err == nil && strings.TrimSpace(string(out)) == "OK"
			all = append(all, w)
			time.Sleep(200 * time.Millisecond)
		}
	})
	stop = func() []write {
		cancel()
		asking.Wait()
		return all
	}
	t.Cleanup(func() { stop() })
	return stop
}
