//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/checker"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/valkeyserver"
)

// valkeyCluster: three shards with a replica each, made by hand, take the checker's load while one shard fails over as
// an operator would make it; not one acknowledged write may be lost.
func valkeyCluster(t *testing.T, b *bed) {
	namespace := b.namespace(t)
	tools, err := valkeyserver.Get(t.Context(), b.layout.Cache, "9.1.2", t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	cli := func(args ...string) string {
		output, err := exec.CommandContext(t.Context(), tools.CLI, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("valkey-cli %v: %v\n%s", args, err, output)
		}
		return string(output)
	}
	addresses := b.valkeyPods(t, namespace)
	for _, address := range addresses {
		eventually(t, 20*time.Second, address, func() error {
			return exec.Command(tools.CLI, "-h", host(address), "ping").Run()
		})
	}
	cli(append(append([]string{"--cluster", "create"}, addresses...), "--cluster-replicas", "1", "--cluster-yes")...)
	for _, address := range addresses {
		eventually(t, 30*time.Second, "a settled cluster at "+address, func() error {
			if info := cli("-h", host(address), "cluster", "info"); !strings.Contains(info, "cluster_state:ok") {
				return fmt.Errorf("%s", info)
			}
			return nil
		})
	}
	replica := ""
	eventually(t, 30*time.Second, "a replica", func() (err error) {
		replica, err = aReplica(cli("-h", host(addresses[0]), "cluster", "nodes"))
		return err
	})
	run, err := checker.Start(t.Context(), checker.Options{Addresses: addresses[:1]})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Second) // Load before, during and after.
	cli("-h", replica, "cluster", "failover")
	time.Sleep(5 * time.Second)
	run.Quiesce()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	report := run.Stop(ctx)
	var table strings.Builder
	if err := report.WriteTable(&table); err != nil {
		t.Error(err)
	}
	t.Logf("the checker says:\n%s", table.String())
	if problems := report.Problems(); len(problems) > 0 || len(report.Shards) != 3 {
		t.Errorf("%d shards, problems: %q", len(report.Shards), problems)
	}
}

// valkeyPods starts two pods on each node and returns their addresses.
func (b *bed) valkeyPods(t *testing.T, namespace string) []string {
	t.Helper()
	var names, addresses []string
	for i := range 2 {
		for _, n := range b.layout.Nodes(3) {
			name := fmt.Sprintf("valkey-%s-%d", n.Letter(), i)
			pod := onNode(template(name, valkeyImage,
				"--cluster-enabled", "yes", "--cluster-node-timeout", "5000", "--dir", "/data", "--save", "", "--protected-mode", "no"), n.Name())
			pod.Spec.Volumes = []corev1.Volume{{Name: "data", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}}
			pod.Spec.Containers[0].VolumeMounts = []corev1.VolumeMount{{Name: "data", MountPath: "/data"}}
			pod.Spec.Containers[0].Resources.Limits[corev1.ResourceCPU] = resource.MustParse("500m")
			b.create(t, namespace, pod)
			names = append(names, name)
		}
	}
	for _, name := range names {
		addresses = append(addresses, b.ready(t, namespace, name).Status.PodIP+":6379")
	}
	return addresses
}

// aReplica finds the address of a replica in the answer to CLUSTER NODES.
func aReplica(nodes string) (string, error) {
	for line := range strings.Lines(nodes) {
		fields := strings.Fields(line)
		if len(fields) > 7 && fields[2] == "slave" && fields[7] == "connected" {
			return host(fields[1]), nil
		}
	}
	return "", fmt.Errorf("no replica yet in:\n%s", nodes)
}

func host(address string) string {
	name, _, _ := strings.Cut(address, ":")
	return name
}
