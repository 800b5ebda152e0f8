package fault

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/netns"
)

// filter drops what the node's bridge forwards from or to a pod that is cut off. Probes and exec of the node's own
// kubelet do not cross the bridge, as they do not cross the network on a real node, and go on.
const filter = `add table bridge testbed
add set bridge testbed cut { type ipv4_addr; }
add chain bridge testbed forward { type filter hook forward priority 0; }
flush chain bridge testbed forward
add rule bridge testbed forward ip saddr @cut drop
add rule bridge testbed forward ip daddr @cut drop
`

// CutPod takes a pod off the network: other pods, the host and DNS reach it no more, nor it them.
func (f *Faults) CutPod(ctx context.Context, reference string) error {
	pod, err := f.Find(ctx, reference)
	if err != nil {
		return err
	}
	if pod.Status.PodIP == "" {
		return fmt.Errorf("cutting off pod %q: it has no address yet", reference)
	}
	return f.nft(ctx, pod.Node, filter+"add element bridge testbed cut { "+pod.Status.PodIP+" }\n")
}

// MendPod undoes CutPod; a pod that is not cut off stays as it is.
func (f *Faults) MendPod(ctx context.Context, reference string) error {
	pod, err := f.Find(ctx, reference)
	if err != nil {
		return err
	}
	// Added first, since deleting an element that is not there fails.
	address := "element bridge testbed cut { " + pod.Status.PodIP + " }\n"
	return f.nft(ctx, pod.Node, filter+"add "+address+"delete "+address)
}

// MendAll reconnects every node and every pod, also pods that are gone.
func (f *Faults) MendAll(ctx context.Context) error {
	nodes, err := cluster.Nodes(f.l)
	if err != nil {
		return err
	}
	var failed []error
	for _, n := range nodes {
		failed = append(failed, netns.Mend(f.l, n), f.nft(ctx, n, filter+"flush set bridge testbed cut\n"))
	}
	return errors.Join(failed...)
}

// nft runs a script in the node's network namespace, all of it or nothing.
func (f *Faults) nft(ctx context.Context, n layout.Node, script string) error {
	p, err := cluster.Programs(f.l)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "nsenter", "--net="+f.l.NetNS(n.Name()), "--", p.Nft, "-f", "-")
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+p.LibraryPath)
	cmd.Stdin = strings.NewReader(script)
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("changing the packet filter of %s: %w: %s", n.Name(), err, strings.TrimSpace(string(output)))
	}
	return nil
}
