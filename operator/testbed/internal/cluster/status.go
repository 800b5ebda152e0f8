package cluster

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/front"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
)

// Status writes a table of the processes and of the nodes for a person. It fails with ErrDown when nothing is up.
func Status(ctx context.Context, l layout.Layout, out io.Writer) error {
	s, err := readState(l)
	if err != nil {
		return err
	}
	records, err := proc.Records(l.Pids())
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	row := func(format string, args ...any) { _, _ = fmt.Fprintf(table, format+"\n", args...) }
	row("PROCESS\tPID\tSTATE\tLOG")
	for _, record := range records {
		state := "running"
		if !record.Alive() {
			state = "ENDED"
		}
		row("%s\t%d\t%s\t%s/%s.log", record.Name, record.PID, state, l.Logs(), record.Name)
	}
	row("")
	if fault, err := front.Get(l.FrontControl()); err != nil {
		row("API front: %v", err)
	} else {
		row("API front: delay %s, drop %t", fault.Delay, fault.Drop)
	}
	row("kubeconfig: %s", l.AdminKubeconfig())
	row("")
	if s.Nodes > 0 {
		nodeRows(ctx, l, row)
	}
	return table.Flush()
}

func nodeRows(ctx context.Context, l layout.Layout, row func(string, ...any)) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	client, err := Client(l)
	if err != nil {
		row("nodes: %v", err)
		return
	}
	nodes, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		row("nodes: %v", err)
		return
	}
	row("NODE\tZONE\tREADY\tADDRESS\tUNSCHEDULABLE")
	for _, node := range nodes.Items {
		ready := corev1.ConditionUnknown
		for _, condition := range node.Status.Conditions {
			if condition.Type == corev1.NodeReady {
				ready = condition.Status
			}
		}
		address := ""
		for _, a := range node.Status.Addresses {
			if a.Type == corev1.NodeInternalIP {
				address = a.Address
			}
		}
		row("%s\t%s\t%s\t%s\t%t", node.Name, node.Labels[corev1.LabelTopologyZone], ready, address, node.Spec.Unschedulable)
	}
}
