package conf

import "strings"

// managedRule is a directive, or a family of them by prefix, that this project
// never takes from a menu.
type managedRule struct {
	name   string
	prefix bool
	reason string
}

func managedRules() []managedRule {
	const (
		auth    = "authentication is set up by the operator"
		users   = "users come from ACL bindings"
		repl    = "replication is set up by the operator"
		tls     = "TLS is set up from the cluster's tls field"
		addr    = "addresses are set up by the operator"
		process = "the process is run by the pod"
		logs    = "logs go to the container's standard output"
	)
	return []managedRule{
		{"requirepass", false, auth}, {"primaryauth", false, auth}, {"primaryuser", false, auth},
		{"user", false, users}, {"aclfile", false, users}, {"acl-pubsub-default", false, users},
		{"replicaof", false, repl}, {"cluster-replica-no-failover", false, repl},
		{"include", false, "an included file could set any other managed directive"},
		{"tls-", true, tls},
		{"cluster-port", false, addr}, {"cluster-announce-", true, addr}, {"replica-announce-", true, addr},
		{"bind-source-addr", false, addr}, {"unixsocket", true, addr},
		{"daemonize", false, process}, {"supervised", false, process}, {"pidfile", false, process},
		{"syslog-", true, logs}, {"logfile", false, logs},
	}
}

// IsManaged reports whether the directive, by any name in any case, belongs to
// this project: it is never rendered from a menu. A managed directive can also be
// forced (aclfile, primaryuser, tls-port).
func IsManaged(name string) bool {
	_, ok := ManagedReason(name)
	return ok
}

// ManagedReason is why the directive is managed, in one line.
func ManagedReason(name string) (reason string, managed bool) {
	canonical := Canonical(name)
	for _, rule := range managedRules() {
		if canonical == rule.name || rule.prefix && strings.HasPrefix(canonical, rule.name) {
			return rule.reason, true
		}
	}
	return "", false
}
