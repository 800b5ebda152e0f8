package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/acl"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// rename is what a rename-command directive asks for, in lower case. An empty
// target removes the command.
type rename struct{ full, command, target string }

// rename reads the setting; ok is false for other directives and for values that
// are none of its form.
func (s setting) rename() (rename, bool) {
	if s.name != "rename-command" || conf.HasControl(s.value) {
		return rename{}, false
	}
	args, err := conf.Args(s.name, s.value)
	if err != nil {
		return rename{}, false
	}
	command, ok := conf.RenamedCommand(args)
	if !ok {
		return rename{}, false
	}
	return rename{strings.ToLower(args[0]), command, strings.ToLower(args[1])}, true
}

// catalogued are the catalogued versions that a setting reaches, oldest first: all
// of them for an image whose version is unknown.
func (s setting) catalogued() roleVersions {
	var out roleVersions
	for _, version := range s.versions {
		if !version.Known() {
			return conf.Versions()
		}
		out = with(out, conf.For(version).Version)
	}
	return out
}

// renameRefused reports renames that stop the server, as Valkey 8.1.1 and 9.1.2
// do: a subcommand ends both with a failed assertion. A command that is not known
// is a warning where a module or the version of the image may have it.
func (s setting) renameRefused(modules bool) (f Finding, found bool) {
	asked, ok := s.rename()
	if !ok {
		return Finding{}, false
	}
	if strings.Contains(asked.full, "|") {
		return s.finding("%q is a subcommand, which cannot be renamed: the server does not start; deny it in a ValkeyRole", asked.full), true
	}
	if lacking := s.lacking(asked.command); len(lacking) > 0 {
		f := s.finding("command %q is not known to Valkey %s, which does not start with a rename of it%s",
			asked.command, strings.Join(lacking, ", "), s.commandHint(asked.command))
		perhaps := !s.versions[0].Known() && len(lacking) < len(conf.Versions())
		if modules || perhaps || uncatalogued(s.versions[0]) {
			f.Severity = Warning
		}
		return f, true
	}
	// A new name that is the old one changes nothing: the server takes the old
	// name away first.
	if asked.target != asked.command && asked.target != "" && s.hasCommand(asked.target) {
		return s.finding("a command %q exists, so the server does not start with a rename to it", asked.target), true
	}
	return Finding{}, false
}

func (s setting) hasCommand(name string) bool {
	return slices.ContainsFunc(s.catalogued(), func(v conf.Version) bool { return aclCatalogue(v).Has(name, "") })
}

// lacking are the versions that do not know a command.
func (s setting) lacking(command string) []string {
	var out []string
	for _, version := range s.catalogued() {
		if !aclCatalogue(version).Has(command, "") {
			out = append(out, version.String())
		}
	}
	return out
}

func (s setting) commandHint(command string) string {
	if meant := s.catalogued().newest().SuggestCommand(command, ""); meant != "" {
		return fmt.Sprintf("; did you mean %q?", meant)
	}
	return ""
}

// renamesOperatorCommand reports renames of commands that the operator, a
// replica or the probe needs, and warns of others. The new name stays out of the
// message: some keep it secret.
func renamesOperatorCommand(r *run) []Finding {
	modules := r.configsWithModules()
	return r.perSetting(func(s setting) []Finding {
		asked, ok := s.rename()
		if !ok || asked.target == asked.full {
			return nil
		}
		if conf.IsOperatorCommand(asked.command) {
			return []Finding{s.finding("the operator, the replicas or the probe of the pod need the command %q under its own name", asked.command)}
		}
		if _, refused := s.renameRefused(modules[s.config]); refused {
			return nil
		}
		if s.isReplicated(asked.command) && !asked.emptiesOnly() {
			return []Finding{s.finding("a replica or a slot migration gets the command %q by that name; without it the data of the nodes comes to differ", asked.command)}
		}
		lost := "taken from everyone"
		if asked.target != "" {
			lost = "only reachable under its new name"
		}
		f := s.finding("the command %q is %s; to take it from some users, deny it in a ValkeyRole", asked.command, lost)
		f.Severity = Warning
		return []Finding{f}
	})
}

// emptiesOnly reports whether a rename takes away no more than a command that
// empties a node. A server sends none of them but for a client, so that nothing is
// missing where nobody can: a usual precaution.
func (r rename) emptiesOnly() bool {
	return r.target == "" && slices.Contains([]string{"flushall", "flushdb", "swapdb"}, r.command)
}

// isReplicated reports whether a primary may send a command to its replicas:
// those that write, and some that do not but that Valkey 9.1.2 marks so.
// A primary also sends commands that no client did, such as UNLINK for a key
// that expired.
func (s setting) isReplicated(command string) bool {
	// Of xgroup only the subcommands write, and pfcount stores what it counted.
	marked := []string{
		"eval", "evalsha", "exec", "fcall", "function", "multi", "pfcount", "publish", "script", "select", "spublish", "xgroup",
	}
	return slices.Contains(marked, command) ||
		slices.ContainsFunc(s.catalogued(), func(v conf.Version) bool { return writes(aclCatalogue(v), command) })
}

// writes reports whether a catalogue has a command in the category write.
func writes(c *acl.Catalogue, command string) bool {
	users, err := acl.Parse("user writer on nopass ~* &* -@all +@write\n", c)
	if err != nil {
		return false
	}
	writer, ok := users.User("writer")
	return ok && writer.MayCommand(command, "")
}
