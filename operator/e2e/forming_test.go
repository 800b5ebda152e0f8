//go:build e2e && bench

package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

// TestFormingTime prints how long a cluster takes from the moment its last pod
// runs until it is Active, beside valkey-cli --cluster create over pods that
// run, in turns, and demands of each that it is within the limit of its shape.
func TestFormingTime(t *testing.T) {
	config := menu(t, brisk)
	for _, k := range []struct {
		shards, replicas int32
		limit            time.Duration
	}{{3, 1, 5 * time.Second}, {12, 1, 10 * time.Second}} {
		var ours, theirs []time.Duration
		for range 3 {
			ours = append(ours, formedByOperator(t, config, k.shards, k.replicas))
			theirs = append(theirs, formedByCLI(t, k.shards, k.replicas))
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		fmt.Printf("bench-e2e: forming %dx%d after the last pod ran: operator %v (median %s), valkey-cli --cluster create %v (median %s), ratio %.2f\n",
			k.shards, k.replicas, rounded(ours), rounded(ours)[1], rounded(theirs), rounded(theirs)[1], float64(ours[1])/float64(theirs[1]))
		if slowest := ours[len(ours)-1]; slowest > k.limit {
			t.Errorf("forming %dx%d took %s, want at most %s", k.shards, k.replicas, slowest, k.limit)
		}
	}
}

func rounded(all []time.Duration) []time.Duration {
	var out []time.Duration
	for _, d := range all {
		out = append(out, d.Round(10*time.Millisecond))
	}
	return out
}

// watched returns when the condition first held for an object of the kind, by
// this program's clock. The objects come from a watch, so that it is seen at once.
func watched(t *testing.T, list client.ObjectList, ns string, holds func(client.Object) bool) time.Time {
	t.Helper()
	watching, err := client.NewWithWatch(bed.config, client.Options{Scheme: clientgoscheme.Scheme})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	w, err := watching.Watch(ctx, list, client.InNamespace(ns))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if o, ok := event.Object.(client.Object); ok && event.Type != watch.Deleted && holds(o) {
			return time.Now()
		}
	}
	t.Fatal("the watch ended before it was seen")
	return time.Time{}
}

// running holds once so many pods run.
func running(count int) func(client.Object) bool {
	seen := map[string]bool{}
	return func(o client.Object) bool {
		p, ok := o.(*corev1.Pod)
		if ok && len(p.Status.ContainerStatuses) > 0 && p.Status.ContainerStatuses[0].State.Running != nil {
			seen[p.Name] = true
		}
		return len(seen) == count
	}
}

func formedByOperator(t *testing.T, config string, shards, replicas int32) time.Duration {
	t.Helper()
	ns := namespace(t)
	run := make(chan time.Time, 1)
	go func() { run <- watched(t, &corev1.PodList{}, ns, running(int(shards*(replicas+1)))) }()
	c := cluster(t, config, shards, replicas, inNamespace(ns))
	active := watched(t, &v1alpha1.ValkeyClusterList{}, ns, func(o client.Object) bool {
		c, ok := o.(*v1alpha1.ValkeyCluster)
		return ok && c.Status.State == v1alpha1.StateActive
	})
	verify(t, c)
	remove(t, c)
	return active.Sub(<-run)
}

// formedByCLI makes the same pods without an operator and times valkey-cli until
// every server sees a healthy cluster and every replica is in sync.
func formedByCLI(t *testing.T, shards, replicas int32) time.Duration {
	t.Helper()
	ns, count := namespace(t), int(shards*(replicas+1))
	var all []client.Object
	for i := range count {
		p := plainPod(ns, fmt.Sprintf("plain-%d", i))
		create(t, p)
		all = append(all, p)
	}
	watched(t, &corev1.PodList{}, ns, running(count))
	var list corev1.PodList
	if err := bed.client.List(t.Context(), &list, client.InNamespace(ns)); err != nil {
		t.Fatal(err)
	}
	args := []string{"--cluster", "create"}
	for i := range list.Items {
		args = append(args, list.Items[i].Status.PodIP+":"+strconv.Itoa(names.Port))
	}
	time.Sleep(2 * time.Second) // the servers listen
	began := time.Now()
	out, err := exec.Command(bed.cli, append(args, "--cluster-replicas", strconv.Itoa(int(replicas)), "--cluster-yes")...).CombinedOutput()
	if err != nil {
		t.Fatalf("valkey-cli: %v: %s", err, out)
	}
	eventually(t, patience, "every server is content", func() error {
		for i := range list.Items {
			info := asked(t, list.Items[i].Status.PodIP, login{}, "CLUSTER", "INFO") + asked(t, list.Items[i].Status.PodIP, login{}, "INFO", "replication")
			if !strings.Contains(info, "cluster_state:ok") || strings.Contains(info, "master_link_status:down") {
				return fmt.Errorf("pod %s is not", list.Items[i].Name)
			}
		}
		return nil
	})
	took := time.Since(began)
	for _, p := range all {
		if err := bed.client.Delete(t.Context(), p, client.GracePeriodSeconds(0)); err != nil {
			t.Error(err)
		}
	}
	return took
}

func plainPod(ns, name string) *corev1.Pod {
	yes, no, user := true, false, int64(999)
	amount := corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("150m"), corev1.ResourceMemory: resource.MustParse("64Mi")}
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: name},
		Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever,
			SecurityContext: &corev1.PodSecurityContext{RunAsNonRoot: &yes, RunAsUser: &user, FSGroup: &user,
				SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}},
			Containers: []corev1.Container{{
				Name: "valkey", Image: valkeyRepository + ":" + valkeyTag, WorkingDir: "/data",
				Command: []string{"valkey-server", "--port", strconv.Itoa(names.Port), "--cluster-enabled", "yes", "--cluster-node-timeout", "5000",
					"--save", "", "--dir", "/data", "--protected-mode", "no", "--repl-diskless-sync-delay", "0"},
				Resources: corev1.ResourceRequirements{Requests: amount, Limits: amount},
				SecurityContext: &corev1.SecurityContext{AllowPrivilegeEscalation: &no,
					Capabilities: &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}}},
				VolumeMounts: []corev1.VolumeMount{{Name: "data", MountPath: "/data"}},
			}},
			Volumes: []corev1.Volume{{Name: "data", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
		},
	}
}
