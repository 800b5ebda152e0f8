package overlay

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/yaml"
)

// repository is how kustomize (v0.21.2) knows an address from a path: by a
// scheme, a user, or the one host that needs neither.
var repository = regexp.MustCompile(`(?i)^(git::)?((ssh|https?|file)://|[a-z][a-z0-9-]*@|github\.com[/:])`)

// web is how it knows a file that it has to fetch.
var web = regexp.MustCompile(`(?i)^https?:`)

// remote refuses kustomizations, with their old fields replaced, for which kustomize would use the network.
func (s *scan) remote(file string, k *types.Kustomization) error {
	for _, entry := range slices.Concat(k.Resources, k.Components) {
		if repository.MatchString(entry) || web.MatchString(entry) {
			return s.refuseRemote(file, entry)
		}
	}
	for _, entry := range slices.Concat(k.Generators, k.Transformers, k.Validators) {
		if !strings.Contains(entry, "\n") && (repository.MatchString(entry) || web.MatchString(entry)) {
			return s.refuseRemote(file, entry)
		}
	}
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return s.remoteConfig(file, text)
}

// remoteConfig refuses fields of a kustomization, or of a transformer that is
// built in, by which kustomize would fetch a file.
func (s *scan) remoteConfig(file string, text []byte) error {
	var content any
	if err := yaml.Unmarshal(text, &content); err != nil {
		return fmt.Errorf("%s: %w", s.shown(file), err)
	}
	if entry := fetched(content, false); entry != "" {
		return s.refuseRemote(file, entry)
	}
	return nil
}

// fileFields are the fields whose values are paths of files.
var fileFields = []string{
	"path", "files", "env", "envs", "configurations", "crds", "paths", "patchesStrategicMerge", "jsonOp", "valuesFile",
}

// fetched finds the first address among the values that are paths of files.
func fetched(value any, isPath bool) string {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			if entry := fetched(v[key], isFileField(key)); entry != "" {
				return entry
			}
		}
	case []any:
		for _, element := range v {
			if entry := fetched(element, isPath); entry != "" {
				return entry
			}
		}
	case string:
		_, named, _ := strings.Cut(v, "=") // files: [name=path]
		if isPath && (web.MatchString(v) || web.MatchString(named)) {
			return v
		}
	}
	return ""
}

// isFileField takes a key in any case, as the decoder of kustomize does.
func isFileField(key string) bool {
	return slices.ContainsFunc(fileFields, func(field string) bool { return strings.EqualFold(field, key) })
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (s *scan) refuseRemote(file, entry string) error {
	return s.refuse(file, fmt.Sprintf("%q is remote, and this build uses no network: "+
		"fetch it into the repository, or use kustomize build ... | valkey-menu validate -", entry))
}
