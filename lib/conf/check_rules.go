package conf

import (
	"errors"
	"fmt"
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
			n, err := parseInteger(arg, 10)
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
		return err == nil && f >= 0 && f <= 100
	})
}

func checkReplicaOf(args []string) error {
	port, err := parseInteger(args[1], 10)
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

// checkTitle: {name} stands for a variable and {{ for a brace.
func checkTitle(template string) error {
	known := []string{"title", "listen-addr", "server-mode", "port", "tls-port", "unixsocket", "config-file"}
	message := "want a text with no other variables than {" + strings.Join(known, "}, {") + "}"
	if template == "" {
		return errors.New(message)
	}
	for {
		_, rest, found := strings.Cut(template, "{")
		if !found {
			return nil
		}
		if after, brace := strings.CutPrefix(rest, "{"); brace {
			template = after
			continue
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed || !slices.Contains(known, name) {
			return errors.New(message)
		}
		template = after
	}
}

func checkSave(args []string) error {
	if len(args) == 1 && args[0] == "" {
		return nil
	}
	for i := 0; i < len(args); i += 2 {
		if i+1 == len(args) {
			return errors.New("want pairs of seconds and changes, or an empty value")
		}
		seconds, err := parseInteger(args[i], 10)
		changes, errChanges := parseInteger(args[i+1], 10)
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
			if _, err := ParseMemory(limit); err != nil {
				return err
			}
		}
		if seconds, err := parseInteger(group[3], 10); err != nil || seconds < 0 {
			return errors.New("want seconds as a whole number of at least 0")
		}
	}
	return nil
}
