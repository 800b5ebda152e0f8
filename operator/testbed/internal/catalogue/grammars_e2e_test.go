//go:build e2e

package catalogue

import (
	"slices"
	"strings"
)

// ruleValues are values for a further grammar of lib/conf.
func ruleValues(rule string) []string {
	switch rule {
	case "base-name":
		return []string{"/x", "x/", `x\y`, "..", ".", "a.b"}
	case "ipv4", "ipv6":
		return []string{"192.0.2.1", "127.0.0.1", "0.0.0.0", "300.1.1.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", " 1.2.3.4", "::1", "2001:db8::1", "fe80::1%lo", "::ffff:192.0.2.1", "2001:db8:::1", "::", "1.2.3.4/8", "[::1]"}
	case "hostname":
		return []string{"a.example", "-a", "a-", "a..b", ".", "A.B", "a b"}
	case "announced", "announced-8", "announced-ip":
		var values []string
		for b := range 128 {
			values = append(values, "a"+string(rune(b))+"b")
		}
		return slices.DeleteFunc(values, func(v string) bool { return strings.ContainsAny(v, "\x00\n\r") })
	case "title":
		return []string{
			"{title}", "{port}", "{tls-port}", "{unixsocket}", "{config-file}", "{listen-addr}", "{server-mode}", "{title} {port}", "{title}x", "x{title}",
			"{Title}", "{nothing}", "{title", "title}", "{}", "{{", "{{title}", "{{}}", "}", "a}b", "{ title }", "{title}{title}", "{unixsocket}{config-file}",
			"{title} ", " ", "{port}{title}",
		}
	case "keyspace-events":
		return []string{"KEA", "K E", "kea", "AKE!", "g$lshzxetdmn", "A", "KK", "Elg", "K,E", "m", "n"}
	case "hash-seed", "non-empty":
		return []string{"seed"}
	default:
		return listValues(rule)
	}
}

// listValues are values for the grammars of several arguments.
func listValues(rule string) []string {
	switch rule {
	case "save":
		return []string{
			"900 1", "900 1 300 10", "900  1", "900\t1", `"900 1"`, `"900" "1"`, `""`, `"" ""`, "900", "900 1 300", "0 1", "-1 1", "1 0", "1 -1", "a b", "900.5 1",
			"09 1", "900 1 ", " 900 1", "99999999999 1", "900 99999999999", "2147483647 1", "2147483648 1", "900 2147483648", `900 1 ""`, `900 "1`, "900,1", "900s 1", "'900 1'",
			"9223372036854775807 1", "9223372036854775808 1", "+9 1", "900 +1", "0x10 1",
		}
	case "buffer-limit":
		return []string{
			"normal 0 0 0", "normal 0 0 0 replica 256mb 64mb 60 pubsub 32mb 8mb 60", "slave 256mb 64mb 60", "NORMAL 0 0 0", "Replica 1 1 1", "primary 0 0 0", "master 0 0 0",
			"normal 0 0", "normal", "normal 0 0 0 0", "normal 0 0 -1", "normal 0 0 1.5", "normal 0 0 x", "normal -1 0 0", "normal 1.5gb 0 0", "normal 2Gi 0 0", "normal gb 0 0",
			"normal 0 0 01", "normal 0 0 2147483647", "normal 0 0 2147483648", "normal 0 0 99999999999999999999", "normal 1gb 1gb 60 normal 0 0 0", `"normal 0 0 0"`, `"normal" "0" "0" "0"`,
			`"normal 0 0" 0`, "normal 1GB 1Kb 10", "pubsub 32mb 8mb 60 ", "normal 0 0 0,", "normal 18446744073709551615 0 0", "normal 9223372036854775808 0 0", "normal 0 0 0 x",
			"normal 0 0 9223372036854775807", "normal 0 0 +1", `normal 0 0 ""`, `normal "" 0 0`, "normal 5% 0 0",
		}
	case "oom-score":
		return []string{"0 200 800", "-2000 0 2000", "-2001 0 0", "0 0 2001", "0 200", "0 200 800 900", "a b c", "1.5 2 3", `"0 200 800"`, "0,200,800", "2000 1000 0", "01 2 3", `0 200 ""`, "+1 2 3", "800 200 0"}
	case "percentiles":
		return []string{"50 99 99.9", "0 100", "100.1", "-1", "abc", "50 abc", "1e1", "50,99", `""`, "0.0001", "nan", "inf", ".5", "5.", "0x10", "+5", " 50", "50 50", "1e-3", "1_0", "100.0", `50 ""`, "99.9%"}
	case "replicaof":
		return []string{"127.0.0.1 1", "no one", "NO ONE", "no 1", "host", "host x", "host -1", "host 65535", "host 65536", "host 0", "a b c", "no one x", "host 01", `"host" 1`, "host 1.5", `"" 1`, `"host 1"`}
	case "shutdown":
		return []string{"nosave failover", "save nosave", "save now", `"save now"`, "save save", "default save", "default", "nosave  now force", "SAVE NOW", "save,now", "save bogus", "failover", "safe failover", `""`, `save ""`}
	case "rename":
		return []string{`KEYS ""`, "KEYS k2", "keys", "keys a b", "no-such-command x", "KEYS GET", `"KEYS" "k 2"`, `"KEYS k2"`, `"" x`}
	}
	return nil
}

// namedValues are values for single directives of several arguments without a grammar.
func namedValues(name string) []string {
	switch name {
	case "bind":
		return []string{"127.0.0.1", "127.0.0.1 -::1", `"127.0.0.1"`, "127.0.0.1  127.0.0.1", strings.Repeat("127.0.0.1 ", 16), strings.Repeat("127.0.0.1 ", 17), "-192.0.2.1 127.0.0.1", "192.0.2.1"}
	case "rdma-bind":
		return []string{"127.0.0.1", strings.Repeat("127.0.0.1 ", 16), strings.Repeat("127.0.0.1 ", 17)}
	case "user":
		return []string{"x", "x on nopass ~* +@all", "x on +no-such-command", "x open", `x "on"`, "x on x y"}
	case "loadmodule":
		return []string{"/no/such.so", "/no/such.so a b", `"/no such.so" "a b"`}
	case "locale-collate":
		return []string{"C", "POSIX", "no_SUCH"}
	}
	return nil
}
