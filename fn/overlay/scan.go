package overlay

import (
	"bytes"
	"path/filepath"
	"slices"

	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// scan looks through every kustomization that a build is going to read, and
// fixes the text that the build gets to see.
type scan struct {
	files   filesys.FileSystem
	program string
	// unjudged is whether functions that only check are left out.
	unjudged bool
	// origins is the folder whose kustomization is to write where objects come
	// from, empty for none.
	origins string
	// validating is whether the list under validators is being judged.
	validating bool
	// started is whether the build is going to start functions.
	started bool
	shown   func(path string) string
	factory *resmap.Factory

	// texts by the path without symbolic links.
	texts map[string][]byte
	// visited are the folders that were looked through.
	visited map[string]bool
	// functions and resources are the kustomizations that list a file as the
	// one and as the other.
	functions, resources map[string]string
	// runsIn are the folders in which functions run, in the order found.
	runsIn []string
}

func newScan(files filesys.FileSystem, program string, shown func(string) string) *scan {
	return &scan{
		files: files, program: program, shown: shown,
		factory: resmap.NewFactory(provider.NewDefaultDepProvider().GetResourceFactory()),
		texts:   map[string][]byte{}, visited: map[string]bool{},
		functions: map[string]string{}, resources: map[string]string{},
	}
}

// target looks through the kustomization of a folder and through all that it
// refers to. What is not there or cannot be read is left to kustomize, which
// then fails.
func (s *scan) target(dir string) error {
	if s.visited[dir] {
		return nil
	}
	s.visited[dir] = true
	for _, name := range FileNames() {
		file := filepath.Join(dir, name)
		real, isFile := s.file(file)
		if !isFile {
			continue
		}
		text, err := s.files.ReadFile(real)
		if err != nil {
			return err
		}
		fixed, err := s.kustomization(dir, file, text)
		if err != nil {
			return err
		}
		if other, ok := s.texts[real]; ok && !bytes.Equal(other, fixed) {
			return s.refuse(file, "is a link to a kustomization that means something else in another folder: make it a file")
		}
		s.texts[real] = fixed
	}
	return nil
}

// kustomization judges one file and returns the text that the build gets.
func (s *scan) kustomization(dir, file string, text []byte) ([]byte, error) {
	var k types.Kustomization
	if err := k.Unmarshal(text); err != nil {
		return text, nil //nolint:nilerr // kustomize reads it in the same way, and reports it
	}
	var fixed types.Kustomization // has the entries of old fields in those that replace them
	if err := fixed.Unmarshal(text); err != nil {
		return nil, err
	}
	if err := s.helm(file, &k); err != nil {
		return nil, err
	}
	fixed.FixKustomization()
	if err := s.remote(file, &fixed); err != nil {
		return nil, err
	}
	for _, entry := range slices.Concat(fixed.Resources, fixed.Components) {
		if err := s.resource(dir, file, entry); err != nil {
			return nil, err
		}
	}
	changed := false
	if s.origins == dir && !slices.Contains(k.BuildMetadata, types.OriginAnnotations) {
		k.BuildMetadata = append(k.BuildMetadata, types.OriginAnnotations)
		changed = true
	}
	for _, list := range []*[]string{&k.Generators, &k.Transformers, &k.Validators} {
		if len(*list) == 0 {
			continue
		}
		changed = true
		s.validating = list == &k.Validators
		entries, err := s.plugins(dir, file, *list)
		if err != nil {
			return nil, err
		}
		*list = entries
	}
	if !changed {
		return text, nil
	}
	return yaml.Marshal(k)
}

// resource follows an entry of resources, bases or components.
func (s *scan) resource(dir, file, entry string) error {
	path := filepath.Join(dir, entry)
	if filepath.IsAbs(entry) {
		path = entry
	}
	real, isFile := s.file(path)
	if isFile {
		s.resources[real] = file
		return s.twice(real)
	}
	if folder, err := filesys.ConfirmDir(s.files, path); err == nil {
		return s.target(folder.String())
	}
	return nil
}

// twice refuses a file that is both a functionConfig and a resource: the two
// would need different texts.
func (s *scan) twice(real string) error {
	if s.functions[real] == "" || s.resources[real] == "" {
		return nil
	}
	return s.refuse(real, "is listed as a function in "+s.shown(s.functions[real])+" and as a resource in "+
		s.shown(s.resources[real])+": a functionConfig is no resource")
}

// file returns the path without symbolic links, and whether it is that of a
// file.
func (s *scan) file(path string) (real string, isFile bool) {
	if !s.files.Exists(path) || s.files.IsDir(path) {
		return "", false
	}
	dir, name, err := s.files.CleanedAbs(path)
	if err != nil || name == "" {
		return "", false
	}
	return dir.Join(name), true
}

func (s *scan) refuse(file, reason string) error {
	return &RefusedError{File: s.shown(file), Reason: reason}
}
