//go:build e2e

package catalogue

import (
	"errors"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// trial is one value of one directive, what we say of it and what a server does.
type trial struct {
	d     conf.Directive
	value string
	line  string // that we would write, or an author if we would write none
	ours  error
	parse parsed
	// start and live say why a server with the line did not come up and why CONFIG SET refused the value; empty if it did.
	start, live string
}

// class is a kind of value on which we and a server differ on purpose.
type class struct {
	name   string
	reason string
	covers func(trial) bool
}

// weRefuse are the classes of what we refuse and a server takes.
func weRefuse() []class {
	return []class{{
		"size without digits", "the server reads it as 0, which for most directives is no limit at all",
		func(one trial) bool {
			words := append(strings.Fields(one.value), one.value)
			return (one.d.Type == conf.TypeMemory || one.d.Rule == "buffer-limit") &&
				slices.ContainsFunc(words, func(word string) bool { return word == "" || word == `""` || word == "b" || word == "gb" })
		},
	}, {
		"wraps around", "the server takes another number than the one that stands there",
		func(one trial) bool {
			var size *conf.SizeError
			return errors.As(one.ours, &size) && size.TooLarge || named(one, "cluster-blacklist-ttl") && strings.HasPrefix(one.value, "-")
		},
	}, {
		"hexadecimal percentile", "Valkey 8 reads it, 9.1 does not, and nobody means it",
		func(one trial) bool { return named(one, "latency-tracking-info-percentiles") && one.value == "0x10" },
	}}
}

// startRefuses are the classes of what we let pass, since we judge the text of one directive alone, and a server refuses
// when it starts.
func startRefuses() []class {
	return []class{{
		"environment", "it depends on the files, addresses, groups and locales of the machine",
		func(one trial) bool {
			return named(one, "aclfile", "bind", "cluster-config-file", "dbfilename", "dir", "include", "loadmodule", "locale-collate", "logfile", "unixsocketgroup")
		},
	}, {
		"build", "it depends on what the server was built with", build,
	}, {
		"certificates", "managed: without certificates, which are other directives, there is no TLS",
		func(one trial) bool { return named(one, "tls-port", "tls-cluster", "tls-replication") },
	}, {
		"replica by file", "managed: a node of a cluster is told by the cluster whose replica it is",
		func(one trial) bool { return named(one, "replicaof") },
	}, {
		"users by file", "managed: beside an ACL file a server has no users of its configuration, and rules are judged by lib/acl",
		func(one trial) bool { return named(one, "user") },
	}, {
		"commands", "which commands a server has is no fact about a directive",
		func(one trial) bool { return named(one, "rename-command") && len(strings.Fields(one.value)) == 2 },
	}}
}

// liveDiffers are the classes in which CONFIG SET and a start differ; we agree with the start.
func liveDiffers() []class {
	return []class{{
		"addresses in use", "a running server listens already, and it has to be built for them",
		func(one trial) bool { return named(one, "bind", "rdma-*") },
	}, {
		"data read at a start", "a server reads the file of its data when it starts, and only then",
		func(one trial) bool { return named(one, "dbfilename") },
	}, {
		"title of a running server", "what a server learns only when it runs is in the title then",
		func(one trial) bool { return named(one, "proc-title-template") },
	}, {
		"nothing to set", "no limit in the list changes no limit",
		func(one trial) bool { return named(one, "client-output-buffer-limit") && one.value == "" },
	}}
}

func build(one trial) bool { return named(one, "activedefrag", "rdma-*") }

func named(one trial, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		prefix, isPrefix := strings.CutSuffix(name, "*")
		return one.d.Name == name || isPrefix && strings.HasPrefix(one.d.Name, prefix)
	})
}

// byParserOnly: these are judged by the parser, and no server is started or set with them. A server with daemonize
// outlives its parent, one with another socket is not found again, and the greatest numbers of databases and clients take
// all memory of a machine, or a minute of searching for a number that it can serve.
func byParserOnly(one trial) bool {
	return named(one, "daemonize", "unixsocket", "databases", "cluster-databases", "maxclients")
}

// byItself: these may end a server, or change how it is reached, so that no other line is tried with them.
func byItself(one trial) bool {
	own := func(one trial) bool {
		return named(one, "port", "cluster-port", "cluster-enabled", "requirepass", "supervised", "syslog-*", "pidfile", "bind-source-addr", "tls-*")
	}
	return own(one) || slices.ContainsFunc(startRefuses(), func(c class) bool { return c.covers(one) })
}
