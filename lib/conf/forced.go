package conf

import (
	"slices"
	"strings"
)

// Paths and names inside a pod that forced settings point to.
const (
	dataDir         = "/var/lib/valkey"
	aclFile         = "/etc/valkey/acl/users.acl"
	primaryAuthFile = "/etc/valkey/auth/primaryauth.conf"
	tlsDir          = "/etc/valkey/tls"
	replicationUser = "_momento_repl"
)

// Env is what forced and default settings depend on.
type Env struct {
	TLS bool
	// Hostname is the node's own DNS name, {pod}.{cluster}.{namespace}.svc.{clusterDomain}.
	// It is used only with TLS; while empty, cluster-announce-hostname is left
	// out, which suits a view of a whole cluster.
	Hostname string
	Version  Version
}

// Setting is one directive that this project sets, with the reason in one line.
type Setting struct {
	Name, Value, Reason string
}

// Forced lists the settings that no menu can change, sorted by canonical name:
// those that stand in valkey.conf. primaryauth is set by the included file and
// cluster-announce-ip in the argument vector; [IsForced] knows both.
func Forced(env Env) []Setting {
	settings := plainForced()
	if env.TLS {
		settings = append(settings, tlsForced(env.Hostname)...)
	} else {
		settings = append(settings, Setting{"port", "6379", "the Service and the probes use this port"})
	}
	slices.SortFunc(settings, byName)
	return settings
}

func byName(a, b Setting) int { return strings.Compare(a.Name, b.Name) }

func plainForced() []Setting {
	return []Setting{
		{"aclfile", aclFile, "users come from the cluster's ACL bindings"},
		{"bind", "* -::*", "listens on IPv4 and, where the pod has it, on IPv6"},
		{"cluster-allow-replica-migration", "no", "the operator owns shard membership"},
		{"cluster-config-file", dataDir + "/nodes.conf", "node state stays on the data volume"},
		{"cluster-enabled", "yes", "every node is part of a cluster"},
		{"cluster-node-timeout", "5000", "failover timing is part of the operator's contract"},
		{"dir", dataDir, "the data volume is mounted there"},
		{"include", primaryAuthFile, "the replication password comes from a mounted Secret"},
		{"primaryuser", replicationUser, "replicas log in as the replication user"},
		{"protected-mode", "no", "access is guarded by ACL users, and other pods must connect"},
	}
}

func tlsForced(hostname string) []Setting {
	settings := []Setting{
		{"cluster-preferred-endpoint-type", "hostname", "clients verify certificates by host name"},
		{"port", "0", "with TLS no plaintext port is open"},
		{"tls-auth-clients", "no", "clients log in by ACL user, not by certificate"},
		{"tls-ca-cert-file", tlsDir + "/ca.crt", "the cluster's TLS Secret is mounted there"},
		{"tls-cert-file", tlsDir + "/tls.crt", "the cluster's TLS Secret is mounted there"},
		{"tls-cluster", "yes", "the cluster bus is encrypted too"},
		{"tls-key-file", tlsDir + "/tls.key", "the cluster's TLS Secret is mounted there"},
		{"tls-port", "6379", "the Service and the probes use this port"},
		{"tls-replication", "yes", "replication is encrypted too"},
	}
	if hostname != "" {
		settings = append(settings, Setting{"cluster-announce-hostname", hostname, "clients verify certificates by host name"})
	}
	return settings
}

// IsForced reports whether a setting for the directive, by any name in any case,
// never takes effect because this project sets it: in valkey.conf, in the
// included file (primaryauth) or in the argument vector (cluster-announce-ip).
func IsForced(name string, tls bool) bool {
	canonical := Canonical(name)
	if canonical == "primaryauth" || canonical == "cluster-announce-ip" {
		return true
	}
	// Any host name will do: it only makes the directive appear in the list.
	return slices.ContainsFunc(Forced(Env{TLS: tls, Hostname: "any"}), func(s Setting) bool { return s.Name == canonical })
}

// Defaults lists this project's own defaults, of the lowest precedence, sorted
// by canonical name. shutdown-on-sigterm is left out for a version known to be
// below 9, whose servers refuse `failover`.
func Defaults(v Version) []Setting {
	settings := []Setting{
		{"repl-diskless-sync-delay", "0", "an empty replica attaches without waiting for others"},
		{"save", "", "the volume ends with the pod, so a snapshot only costs a fork"},
	}
	if !v.Below(9, 0) {
		settings = append(settings, Setting{"shutdown-on-sigterm", "nosave failover", "a drain hands the shard over before the process ends"})
	}
	return settings
}
