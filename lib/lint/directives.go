package lint

import (
	"fmt"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// unknownDirective reports names that no catalogued version has. A name with a
// dot is a setting of a module, whose names only the module knows.
func unknownDirective(r *run) []Finding {
	modules := r.configsWithModules()
	return r.perSetting(func(s setting) []Finding {
		_, known := conf.LookupAny(s.name)
		if known || conf.IsManaged(s.name) || conf.HasControl(s.key) || strings.Contains(s.name, ".") && modules[s.config] {
			return nil
		}
		f := s.finding("directive %q is not known to %s: a server that does not know it refuses to start", s.key, s.whoKnowsNot())
		newest := s.versions[len(s.versions)-1]
		if nearest, ok := conf.For(newest).Suggest(s.key); ok {
			f.Message += fmt.Sprintf("; did you mean %q?", nearest)
		}
		return []Finding{f}
	})
}

// whoKnowsNot names the versions that lack a directive of no catalogue. Nothing is
// known of versions that are newer than the catalogues.
func (s setting) whoKnowsNot() string {
	versions := conf.Versions()
	catalogued := fmt.Sprintf("Valkey %s to %s", versions[0], versions[len(versions)-1])
	if !uncatalogued(s.versions[0]) {
		return catalogued
	}
	return fmt.Sprintf("%s, and the image declares %s, which this program does not know", catalogued, s.versions[0])
}

// uncatalogued reports whether a version is newer than every catalogue.
func uncatalogued(version conf.Version) bool {
	versions := conf.Versions()
	return compareVersions(version, versions[len(versions)-1]) > 0
}

// configsWithModules are the configs of all chains that load a module.
func (r *run) configsWithModules() map[string]bool {
	out := map[string]bool{}
	for _, config := range r.resolved {
		if _, loads := config.Settings["loadmodule"]; !loads {
			continue
		}
		for _, name := range config.Chain {
			out[name] = true
		}
	}
	return out
}

// directiveNotInVersion reports directives that some other version has. One
// that the version accepts without effect is a warning: the server starts.
func directiveNotInVersion(r *run) []Finding {
	out := r.perSetting(databasesOfCluster)
	return append(out, perChain(r.resolved, func(config *resolve.Config) []Finding {
		var out []Finding
		version := config.Image.Version
		catalogue := conf.For(version)
		for name, s := range config.Settings {
			known, anywhere := conf.LookupAny(name)
			here, ok := catalogue.Lookup(name)
			if !anywhere || conf.IsManaged(name) || ok && !here.Ignored {
				continue
			}
			f := Finding{Object: menu.ConfigRef(s.Config), Path: settingPath(s.Spelled)}
			if ok {
				f.Severity = Warning
				f.Message = fmt.Sprintf("directive %q has no effect in Valkey %s, which accepts and ignores it", s.Spelled, catalogue.Version)
			} else {
				f.Message = fmt.Sprintf("directive %q does not exist in Valkey %s, so the server refuses to start%s",
					s.Spelled, asDeclared(version), elsewhere(known, catalogue))
			}
			out = append(out, f)
		}
		return out
	})...)
}

// databasesOfCluster notes the directive that cluster mode does not read. Valkey
// 8.0 and 8.1 have one database there, 9.1.2 as many as cluster-databases says.
func databasesOfCluster(s setting) []Finding {
	if s.name != "databases" || s.value == "1" {
		return nil
	}
	f := s.finding("%s has no effect in cluster mode, which has one database", s.title())
	for _, version := range s.versions {
		if _, ok := conf.For(version).Lookup("cluster-databases"); ok {
			f.Message += `, or as many as "cluster-databases" says (Valkey 9.0 and later)`
			break
		}
	}
	f.Severity = Info
	return []Finding{f}
}

// asDeclared names the version of an image, or what an unknown one counts as.
func asDeclared(version conf.Version) string {
	if !version.Known() {
		return fmt.Sprintf("%s (as which an unknown version counts)", conf.For(version).Version)
	}
	return version.String()
}

// elsewhere says in which versions the directive exists.
func elsewhere(d conf.Directive, catalogue *conf.Catalogue) string {
	switch {
	case catalogue.Version.Below(d.Since.Major, d.Since.Minor):
		return fmt.Sprintf("; it came with %s", d.Since)
	case d.Until.Known():
		return fmt.Sprintf("; it ended with %s", d.Until)
	}
	return ""
}

// duplicateSpelling reports directives that one config sets under several names.
// YAML sees different keys, Valkey one directive: it would be a duplicate key.
func duplicateSpelling(r *run) []Finding {
	var out []Finding
	for _, c := range r.menu.Configs() {
		written := make(map[string]string, len(c.Spec.Valkey))
		for key, value := range c.Spec.Valkey {
			written[key] = string(value)
		}
		_, conflicts := conf.CanonicalMap(written)
		for _, conflict := range conflicts {
			for _, key := range conflict.Spellings {
				if key == conflict.Chosen {
					continue
				}
				out = append(out, Finding{
					Object: menu.ConfigRef(c.Name), Path: settingPath(key),
					Message: fmt.Sprintf("%q and %q are one directive to Valkey: %s", key, conflict.Chosen, whichCounts(conflict)),
				})
			}
		}
	}
	return out
}

// whichCounts says which of several spellings is rendered.
func whichCounts(conflict conf.Conflict) string {
	switch {
	case conf.IsManaged(conflict.Name):
		return "it belongs to the operator, so neither is ever rendered"
	case conf.IsForced(conflict.Name, false):
		return "it is always set to a value of the operator's, so neither counts"
	}
	return fmt.Sprintf("the value of %q counts and this one never does", conflict.Chosen)
}
