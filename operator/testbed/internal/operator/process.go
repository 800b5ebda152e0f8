package operator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/cluster"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/proc"
)

// Addresses of a process that was started, from the machine.
const (
	Metrics = "http://" + layout.Operator + ":8080/metrics"
	Ready   = "http://" + layout.Operator + ":8081/readyz"
)

// failpointVariable ends a program that was built with the tag failpoints (operator/internal/failpoint).
const failpointVariable = "VALKEY_OPERATOR_FAILPOINT"

// grace is what the Deployment gives a pod to end.
const grace = 30 * time.Second

// Options of Start; all may be empty.
type Options struct {
	// Program to run; empty builds the operator of this tree, with failpoints.
	Program string
	// Failpoint is the step that ends the operator.
	Failpoint string
	// Log is appended to; empty is a file in the state folder.
	Log string
	// From is the folder of operator/deploy whose permissions it gets; empty is base.
	From string
}

// Start gives the operator its identity and permissions and runs it in the background, in a network namespace of its own
// beside the nodes, where it resolves the names that pods resolve. It returns when the operator is ready, or at once with
// a failpoint. The lease of an operator that was killed is deleted, since there is no other to wait for.
func Start(ctx context.Context, l layout.Layout, o Options) error {
	if err := ready(l); err != nil {
		return err
	}
	if record, running := process(l); running {
		return fmt.Errorf("starting the operator: it runs already, as process %d", record.PID)
	}
	client, err := cluster.Client(l)
	if err != nil {
		return err
	}
	if err := noPod(ctx, client); err != nil {
		return err
	}
	if err := os.MkdirAll(l.Operator(), 0o755); err != nil {
		return fmt.Errorf("starting the operator: %w", err)
	}
	if o.From == "" {
		o.From = base
	}
	kubeconfig, err := identity(ctx, l, client, o.From)
	if err != nil {
		return err
	}
	leases := client.CoordinationV1().Leases(Name)
	if err := leases.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}); err != nil {
		return fmt.Errorf("removing the lease of an earlier operator: %w", err)
	}
	if o.Log == "" {
		o.Log = LogFile(l)
	}
	if o.Program == "" {
		if o.Program, err = build(ctx, l); err != nil {
			return err
		}
	}
	if err := launch(l, o, kubeconfig); err != nil {
		return err
	}
	if o.Failpoint != "" {
		return nil
	}
	return untilReady(ctx, l, o.Log)
}

// noPod fails if the operator is installed as a pod.
func noPod(ctx context.Context, client kubernetes.Interface) error {
	_, err := client.AppsV1().Deployments(Name).Get(ctx, Name, metav1.GetOptions{})
	if err == nil {
		return errors.New("the operator is installed as a pod; `testbed operator uninstall` removes it")
	}
	if !apierrors.IsNotFound(err) {
		return fmt.Errorf("looking for an installed operator: %w", err)
	}
	return nil
}

// Stop asks the operator to end as a kubelet does, and waits; now kills it instead. One that does not run is no error.
func Stop(l layout.Layout, now bool) error {
	if record, running := process(l); running && now {
		_ = syscall.Kill(record.PID, syscall.SIGKILL) // one that ended meanwhile is what we want
	}
	return proc.Stop(l.Operator(), processName, grace)
}

// Status is one line for people and tests: whether an operator that was started runs.
func Status(l layout.Layout) string {
	record, running := process(l)
	switch {
	case running:
		return fmt.Sprintf("running, process %d", record.PID)
	case record.PID != 0:
		return "ended"
	default:
		return "not started"
	}
}

const processName = "operator"

// LogFile is where the operator's log goes unless another file is asked for.
func LogFile(l layout.Layout) string { return filepath.Join(l.Operator(), processName+".log") }

// process finds the operator that was started, whether it still runs or not.
func process(l layout.Layout) (proc.Record, bool) {
	records, err := proc.Records(l.Operator())
	if err != nil || len(records) == 0 {
		return proc.Record{}, false
	}
	return records[0], records[0].Alive()
}
