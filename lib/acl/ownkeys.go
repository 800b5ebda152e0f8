package acl

import (
	"slices"
	"strings"
)

// ownKeys are the keys of the commands whose key specs do not say all: which
// keys, or what is done with them, depends on options. The server finds these
// with code of its own, command by command; ok is false for all others.
func (c *command) ownKeys(argv []string) (keys []keyRef, ok bool) {
	switch c.Name {
	case "set":
		return setKeys(argv), true
	case "bitfield":
		return bitfieldKeys(argv), true
	case "sort":
		return sortKeys(argv), true
	case "sort_ro":
		return []keyRef{{at: 1, access: readAccess}}, true
	case "migrate":
		return migrateKeys(argv, c.Keys)
	case "georadius", "georadiusbymember":
		// Before 9.1 the key specs are taken as they are.
		if slices.ContainsFunc(c.Keys, func(k keySpec) bool { return slices.Contains(k.Flags, "variable_flags") }) {
			return georadiusKeys(argv), true
		}
	}
	return nil, false
}

// setKeys: SET writes, and with GET it reads too.
func setKeys(argv []string) []keyRef {
	access := writeAccess
	if slices.ContainsFunc(argv[3:], func(arg string) bool { return strings.EqualFold(arg, "get") }) {
		access |= readAccess
	}
	return []keyRef{{at: 1, access: access}}
}

// bitfieldKeys: BITFIELD only reads as long as every operation is a GET.
func bitfieldKeys(argv []string) []keyRef {
	for i := 2; i < len(argv); i++ {
		left := len(argv) - i - 1
		switch op := strings.ToLower(argv[i]); {
		case op == "get" && left >= 2:
			i += 2
		case op == "overflow" && left >= 1:
			i++
		default:
			return []keyRef{{at: 1, access: readAccess | writeAccess}}
		}
	}
	return []keyRef{{at: 1, access: readAccess}}
}

// sortKeys: SORT reads its key and writes that of the last STORE.
func sortKeys(argv []string) []keyRef {
	keys := []keyRef{{at: 1, access: readAccess}}
	store := 0
	for i := 2; i < len(argv); i++ {
		switch strings.ToLower(argv[i]) {
		case "limit":
			i += 2
		case "get", "by":
			i++
		case "store":
			if i+1 < len(argv) {
				store = i + 1
			}
		}
	}
	if store > 0 {
		keys = append(keys, keyRef{at: store, access: writeAccess})
	}
	return keys
}

// georadiusKeys: GEORADIUS reads its key and writes that of the last STORE or
// STOREDIST.
func georadiusKeys(argv []string) []keyRef {
	keys := []keyRef{{at: 1, access: readAccess}}
	store := 0
	for i := 5; i+1 < len(argv); i++ {
		if strings.EqualFold(argv[i], "store") || strings.EqualFold(argv[i], "storedist") {
			i++
			store = i
		}
	}
	if store > 0 {
		keys = append(keys, keyRef{at: store, access: writeAccess})
	}
	return keys
}

// migrateKeys: MIGRATE has its keys after KEYS, and without that word one key,
// as its specs say.
func migrateKeys(argv []string, specs []keySpec) ([]keyRef, bool) {
	if !slices.ContainsFunc(specs, func(k keySpec) bool { return k.Keyword != "" && k.begin(argv) > 0 }) {
		return nil, false
	}
	first, last := 3, 3
	for i := 6; i < len(argv); i++ {
		switch strings.ToLower(argv[i]) {
		case "auth":
			i++
			continue
		case "auth2":
			i += 2
			continue
		case "keys":
		default:
			continue
		}
		if argv[3] != "" {
			return nil, true
		}
		first, last = i+1, len(argv)-1
		break
	}
	var keys []keyRef
	for i := first; i <= last; i++ {
		keys = append(keys, keyRef{at: i, access: readAccess | writeAccess})
	}
	return keys, true
}
