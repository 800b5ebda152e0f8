package overlay

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// localConfig keeps an object out of the output of a build.
const localConfig = "config.kubernetes.io/local-config"

// plugins judges the entries of generators, transformers or validators and
// returns those that the build gets. An entry is an inline document, a file or
// a folder.
//
// Files stay files, since kustomize records them as the origin of what they
// make. Where a list has a folder, all its entries become inline documents, in
// the order in which kustomize runs them: inline documents first.
func (s *scan) plugins(dir, file string, entries []string) ([]string, error) {
	s.runsIn = append(s.runsIn, dir)
	var inline, paths, contents []string
	folders := false
	for _, entry := range entries {
		objects, err := s.factory.NewResMapFromBytes([]byte(entry))
		if err == nil {
			text, err := s.judged(file, objects)
			if err != nil {
				return nil, err
			}
			inline = append(inline, text)
			continue
		}
		text, isFolder, err := s.pluginPath(dir, file, entry)
		if err != nil {
			return nil, err
		}
		folders = folders || isFolder
		paths, contents = append(paths, local(entry)), append(contents, text)
	}
	if folders {
		return append(inline, contents...), nil
	}
	return append(inline, paths...), nil
}

// local writes a relative path so that kustomize cannot take it for the address
// of a repository or of a web server.
func local(entry string) string {
	if filepath.IsAbs(entry) || strings.HasPrefix(entry, "./") || strings.HasPrefix(entry, "../") {
		return entry
	}
	return "./" + entry
}

// pluginPath judges the functionConfigs of a file or folder.
func (s *scan) pluginPath(dir, file, entry string) (text string, isFolder bool, err error) {
	path := filepath.Join(dir, entry)
	if filepath.IsAbs(entry) {
		path = entry
	}
	if real, isFile := s.file(path); isFile {
		text, err := s.pluginFile(file, real)
		return text, false, err
	}
	folder, err := filesys.ConfirmDir(s.files, path)
	if err != nil {
		return "", false, s.refuse(file, fmt.Sprintf("the functionConfig %q is neither a file nor a folder", entry))
	}
	text, err = s.pluginFolder(folder.String())
	return text, true, err
}

func (s *scan) pluginFile(file, real string) (string, error) {
	s.functions[real] = file
	if err := s.twice(real); err != nil {
		return "", err
	}
	content, err := s.files.ReadFile(real)
	if err != nil {
		return "", err
	}
	objects, err := s.factory.NewResMapFromBytes(content)
	if err != nil {
		return "", fmt.Errorf("%s: %w", s.shown(real), err)
	}
	text, err := s.judged(real, objects)
	if err != nil {
		return "", err
	}
	s.texts[real] = []byte(text)
	return text, nil
}

// pluginFolder builds a folder of functionConfigs, without any function, and
// judges what comes out: patches in it may change what is started.
func (s *scan) pluginFolder(dir string) (string, error) {
	sub := newScan(s.files, s.program, s.shown)
	sub.unjudged = s.unjudged
	if err := sub.target(dir); err != nil {
		return "", err
	}
	if err := sub.asPart(dir); err != nil {
		return "", err
	}
	o := krusty.MakeDefaultOptions() // no function runs
	objects, err := krusty.MakeKustomizer(o).Run(&guard{FileSystem: s.files, texts: sub.texts}, dir)
	if err != nil {
		return "", fmt.Errorf("%s: building the functionConfigs: %w", s.shown(dir), err)
	}
	return s.judged(dir, objects)
}

// asPart changes the kustomization of a folder so that a build of it gives what
// the folder gives as a part of another build: in its own order, and with the
// objects that are marked as local.
func (s *scan) asPart(dir string) error {
	for path, text := range s.texts {
		var k types.Kustomization
		if filepath.Dir(path) != dir || !isKustomization(path) || k.Unmarshal(text) != nil {
			continue
		}
		k.SortOptions = nil
		if k.CommonAnnotations == nil {
			k.CommonAnnotations = map[string]string{}
		}
		k.CommonAnnotations[localConfig] = "false"
		changed, err := yaml.Marshal(k)
		if err != nil {
			return err
		}
		s.texts[path] = changed
	}
	return nil
}

// judged writes functionConfigs as the build gets them.
func (s *scan) judged(where string, objects resmap.ResMap) (string, error) {
	var text bytes.Buffer
	for _, o := range objects.Resources() {
		config, err := s.function(where, o)
		if err != nil {
			return "", err
		}
		text.WriteString("---\n")
		text.Write(config)
	}
	return text.String(), nil
}
