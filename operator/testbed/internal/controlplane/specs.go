package controlplane

import (
	"path/filepath"

	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/layout"
	"github.com/valkey-menu/valkey-menu/operator/testbed/internal/pki"
)

// Programs are the absolute paths of what runs.
type Programs struct {
	Etcd, APIServer, ControllerManager, Scheduler, CoreDNS string
}

// Cgroup of all processes of the control plane.
const Cgroup = layout.CgroupRoot + "/control"

// Command is one process: a name and its arguments, the program first.
type Command struct {
	Name string
	Args []string
}

// Etcd keeps its data in the state folder without waiting for the disk: the cluster does not outlive the machine.
func Etcd(l layout.Layout, p Programs) Command {
	return Command{"etcd", []string{
		p.Etcd,
		"--data-dir=" + filepath.Join(l.State, "etcd"),
		"--listen-client-urls=http://" + layout.EtcdClient,
		"--advertise-client-urls=http://" + layout.EtcdClient,
		"--listen-peer-urls=http://" + layout.EtcdPeer,
		"--initial-advertise-peer-urls=http://" + layout.EtcdPeer,
		"--initial-cluster=default=http://" + layout.EtcdPeer,
		"--unsafe-no-fsync",
		"--log-level=warn",
		"--logger=zap",
	}}
}

// APIServer listens on loopback alone; pods and nodes reach it through the front. It writes no endpoints for the
// Service kubernetes, since it may not name a loopback address there; pods call the Service's address, which is the
// front's.
func APIServer(l layout.Layout, p Programs) Command {
	file := func(name string) string { return filepath.Join(l.PKI(), name) }
	return Command{"kube-apiserver", []string{
		p.APIServer,
		"--etcd-servers=http://" + layout.EtcdClient,
		"--bind-address=127.0.0.1",
		"--secure-port=" + layout.APIServerPort,
		"--endpoint-reconciler-type=none",
		"--authorization-mode=Node,RBAC",
		"--enable-admission-plugins=NodeRestriction",
		"--client-ca-file=" + file(pki.AuthorityFile+".crt"),
		"--tls-cert-file=" + file(pki.APIServerFile+".crt"),
		"--tls-private-key-file=" + file(pki.APIServerFile+".key"),
		"--kubelet-client-certificate=" + file(pki.KubeletClientFile+".crt"),
		"--kubelet-client-key=" + file(pki.KubeletClientFile+".key"),
		"--kubelet-preferred-address-types=InternalIP",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + file(pki.TokensFile+".crt"),
		"--service-account-signing-key-file=" + file(pki.TokensFile+".key"),
		"--service-cluster-ip-range=" + layout.ServiceCIDR,
		"--allow-privileged=true",
		"--profiling=false",
		// Not batched: a write is in the log a moment after its answer.
		"--audit-policy-file=" + l.AuditPolicy(),
		"--audit-log-path=" + l.AuditLog(),
		"--audit-log-mode=blocking",
	}}
}

// ControllerManager notices a lost node within 20 seconds, not 50, so that tests of it are short; what follows, such as
// the five minutes that a pod tolerates it, is the real thing.
func ControllerManager(l layout.Layout, p Programs) Command {
	return Command{"kube-controller-manager", []string{
		p.ControllerManager,
		"--kubeconfig=" + l.Kubeconfig(pki.ControllerManager),
		"--authentication-kubeconfig=" + l.Kubeconfig(pki.ControllerManager),
		"--authorization-kubeconfig=" + l.Kubeconfig(pki.ControllerManager),
		"--bind-address=127.0.0.1",
		"--secure-port=" + layout.ControllerManager,
		"--cert-dir=" + filepath.Join(l.PKI(), "controller-manager"),
		"--root-ca-file=" + filepath.Join(l.PKI(), pki.AuthorityFile+".crt"),
		"--service-account-private-key-file=" + filepath.Join(l.PKI(), pki.TokensFile+".key"),
		"--use-service-account-credentials=true",
		"--leader-elect=false",
		"--node-monitor-period=2s",
		"--node-monitor-grace-period=20s",
		"--profiling=false",
	}}
}

// Scheduler is the stock scheduler.
func Scheduler(l layout.Layout, p Programs) Command {
	return Command{"kube-scheduler", []string{
		p.Scheduler,
		"--kubeconfig=" + l.Kubeconfig(pki.Scheduler),
		"--authentication-kubeconfig=" + l.Kubeconfig(pki.Scheduler),
		"--authorization-kubeconfig=" + l.Kubeconfig(pki.Scheduler),
		"--bind-address=127.0.0.1",
		"--secure-port=" + layout.Scheduler,
		"--cert-dir=" + filepath.Join(l.PKI(), "scheduler"),
		"--leader-elect=false",
		"--profiling=false",
	}}
}

// CoreDNS answers pods at the machine's address on their network.
func CoreDNS(l layout.Layout, p Programs) Command {
	return Command{"coredns", []string{p.CoreDNS, "-conf=" + filepath.Join(l.State, "Corefile")}}
}

// Corefile is CoreDNS's configuration. Names outside of the cluster do not exist: pods have no way out, and an answer
// at once is better than a timeout. That needs a block of its own, since the template plugin answers before the
// kubernetes plugin. The ttl is short, as a headless Service follows its pods.
func Corefile(l layout.Layout) string {
	return layout.ClusterDomain + `:` + layout.DNSPort + ` 244.10.in-addr.arpa:` + layout.DNSPort + ` {
    bind ` + layout.Host + `
    errors
    kubernetes {
        kubeconfig ` + l.Kubeconfig(pki.DNS) + `
        ttl 1
    }
}

.:` + layout.DNSPort + ` {
    bind ` + layout.Host + `
    template ANY ANY {
        rcode NXDOMAIN
    }
}
`
}
