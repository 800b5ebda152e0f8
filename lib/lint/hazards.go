package lint

import (
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// controlCharacter reports what could smuggle a second line into valkey.conf.
// Key and value stay out of the message: either can hold anything.
func controlCharacter(r *run) []Finding {
	return r.perSetting(func(s setting) []Finding {
		switch {
		case conf.HasControl(s.key):
			return []Finding{s.finding("the name of a directive must not hold a NUL, a line feed or a carriage return")}
		case conf.HasControl(s.value) && s.name == "save":
			return []Finding{s.finding("%s must not hold a line feed: write all save points on one line, as in \"900 1 300 10\"", s.title())}
		case conf.HasControl(s.value) || escapedControl(s):
			return []Finding{s.finding("the value of %s must not hold a NUL, a line feed or a carriage return", s.title())}
		}
		return nil
	})
}

// escapedControl finds control characters that stand in the value as an escape,
// which a directive of several arguments would read.
func escapedControl(s setting) bool {
	if !strings.Contains(s.value, `\`) {
		return false
	}
	words, err := conf.Split(s.value)
	if err != nil {
		return false
	}
	_, err = conf.Args(s.name, s.value)
	return err != nil && conf.HasControl(strings.Join(words, " "))
}

// ephemeralPersistence notes files on a volume that ends with its pod.
func ephemeralPersistence(r *run) []Finding {
	return r.perSetting(func(s setting) []Finding {
		switch {
		case s.name == "appendonly" && strings.EqualFold(s.value, "yes"):
			return []Finding{s.finding("the append-only file is lost with its pod, and pods are replaced, never restarted")}
		case s.name == "save" && savesPoints(s.value):
			return []Finding{s.finding("snapshots are lost with their pod and each costs a fork within the memory limit")}
		}
		return nil
	})
}

// savesPoints reports whether a value of save is right and has a save point.
func savesPoints(value string) bool {
	save, known := conf.LookupAny("save")
	return known && save.Check(value) == nil && strings.Trim(value, `"' `) != ""
}
