package conf

import (
	"errors"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// checkRule applies the directive's own grammar, which the catalogue names.
func (d Directive) checkRule(args []string) error {
	switch d.Rule {
	case "base-name":
		return checkBaseName(args[0])
	case "non-empty":
		return require(args[0] != "", "want a value, got an empty one")
	case "ipv4":
		addr, err := netip.ParseAddr(args[0])
		return require(args[0] == "" || err == nil && addr.Is4(), "want an IPv4 address")
	case "ipv6":
		addr, err := netip.ParseAddr(args[0])
		return require(args[0] == "" || err == nil && addr.Is6() && addr.Zone() == "", "want an IPv6 address")
	default:
		return d.checkTextRule(args)
	}
}

// checkTextRule holds the grammars of one argument that is more than an address.
func (d Directive) checkTextRule(args []string) error {
	switch d.Rule {
	case "hostname":
		return checkHostname(args[0])
	case "announced", "announced-8", "announced-ip":
		return checkAnnounced(args[0], d.Rule)
	case "hash-seed":
		const longest = 256
		return require(len(args[0]) <= longest, "want at most 256 bytes")
	case "title":
		return checkTitle(args[0])
	case "keyspace-events":
		const classes = "Ag$lshzxeKEtmdn"
		return require(strings.Trim(args[0], classes) == "", "want characters of "+classes)
	default:
		return d.checkListRule(args)
	}
}

// checkListRule holds the grammars of several arguments.
func (d Directive) checkListRule(args []string) error {
	switch d.Rule {
	case "save":
		return checkSave(args)
	case "buffer-limit":
		return checkBufferLimit(args)
	case "oom-score":
		return checkEach(args, "want three whole numbers from -2000 to 2000", func(arg string) bool {
			n, err := parseLax(arg, 10)
			return err == nil && n >= -2000 && n <= 2000
		})
	case "percentiles":
		return checkPercentiles(args)
	case "replicaof":
		return checkReplicaOf(args)
	case "shutdown":
		words := lower(strings.Join(args, " "))
		list := strings.Fields(words)
		both := slices.Contains(list, "save") && slices.Contains(list, "nosave")
		return require(!both, "want at most one of save and nosave")
	default:
		return nil
	}
}

func checkPercentiles(args []string) error {
	if len(args) == 1 && args[0] == "" {
		return nil
	}
	return checkEach(args, "want numbers from 0 to 100", func(arg string) bool {
		f, err := strconv.ParseFloat(arg, 64)
		return err == nil && f >= 0 && f <= 100 && !strings.Contains(arg, "_")
	})
}

func checkReplicaOf(args []string) error {
	port, err := parseInteger(args[1])
	noOne := lower(args[0]) == "no" && lower(args[1]) == "one"
	return require(noOne || err == nil && port >= 0 && port <= 65535, "want a host and a port, or no one")
}

func require(ok bool, message string) error {
	if ok {
		return nil
	}
	return errors.New(message)
}

func checkEach(args []string, message string, ok func(string) bool) error {
	return require(!slices.ContainsFunc(args, func(arg string) bool { return !ok(arg) }), message)
}

func checkBaseName(name string) error {
	return require(name != "" && !strings.ContainsAny(name, `/\`), "want a file name without a path")
}

func checkHostname(name string) error {
	const longest = 255
	legal := strings.TrimFunc(name, func(r rune) bool {
		return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '.'
	}) == ""
	return require(legal && len(name) <= longest, "want a host name of letters, digits, hyphens and dots, at most 255 bytes")
}

// checkAnnounced: what a node says of itself stands in the files and messages of a cluster. Valkey 8 keeps some signs
// out of it, 9.1 also white space, quotes and control characters.
func checkAnnounced(text, rule string) error {
	const longest = 45 // of an IPv6 address as a text
	if rule == "announced-ip" && len(text) > longest {
		return errors.New("want an address or a host name, at most 45 bytes")
	}
	forbidden := func(c byte) bool { return strings.IndexByte("!#$%&()*+;<>?@[]^{|}~", c) >= 0 }
	for i := range len(text) {
		c := text[i]
		if forbidden(c) || rule != "announced-8" && (c <= ' ' || c == 0x7f || strings.IndexByte(`"',=\`, c) >= 0) {
			return errors.New("want a text without spaces, quotes and signs such as # $ % & * ;")
		}
	}
	return nil
}

func checkSave(args []string) error {
	if len(args) == 1 && args[0] == "" {
		return nil
	}
	for i := 0; i < len(args); i += 2 {
		if i+1 == len(args) {
			return errors.New("want pairs of seconds and changes, or an empty value")
		}
		seconds, err := parseLax(args[i], 10)
		changes, errChanges := parseLax(args[i+1], 10)
		if err != nil || errChanges != nil || seconds < 1 || changes < 0 {
			return errors.New("want pairs of seconds (at least 1) and changes (at least 0), or an empty value")
		}
	}
	return nil
}

func checkBufferLimit(args []string) error {
	const each = 4
	if len(args)%each != 0 {
		return fmt.Errorf("want groups of a class, a hard limit, a soft limit and seconds, got %d arguments", len(args))
	}
	for group := range slices.Chunk(args, each) {
		if !slices.Contains([]string{"normal", "replica", "slave", "pubsub"}, lower(group[0])) {
			return errors.New("want the class normal, replica or pubsub")
		}
		for _, limit := range group[1:3] {
			if err := checkUnsigned(limit); err != nil {
				return err
			}
		}
		if seconds, err := parseLax(group[3], 10); err != nil || seconds < 0 || seconds > math.MaxInt32 {
			return errors.New("want seconds as a whole number from 0 to 2147483647")
		}
	}
	return nil
}
