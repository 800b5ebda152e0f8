package overlay

import (
	"path/filepath"
	"slices"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// guard is the file system that kustomize builds from: kustomizations and
// functionConfigs have the texts that were judged, everything else is as it is.
type guard struct {
	filesys.FileSystem
	// texts by the path without symbolic links.
	texts map[string][]byte
	// links are files that stand in for a kustomization under another name.
	links map[string]bool
	// refused is the first kustomization that was not judged. kustomize takes one
	// that it cannot read for one that is not there.
	refused error
}

// CleanedAbs notes which file a kustomization really is: kustomize asks here
// before it reads one.
func (g *guard) CleanedAbs(path string) (filesys.ConfirmedDir, string, error) {
	dir, file, err := g.FileSystem.CleanedAbs(path)
	if err == nil && file != "" && isKustomization(path) {
		if g.links == nil {
			g.links = map[string]bool{}
		}
		g.links[dir.Join(file)] = true
	}
	return dir, file, err
}

// ReadFile returns the judged text of a file, if it has one.
func (g *guard) ReadFile(path string) ([]byte, error) {
	if text, ok := g.texts[path]; ok {
		return text, nil
	}
	if g.links[path] || isKustomization(path) {
		err := &RefusedError{File: path, Reason: "this kustomization was not found when the overlay was looked through"}
		if g.refused == nil {
			g.refused = err
		}
		return nil, err
	}
	return g.FileSystem.ReadFile(path)
}

func isKustomization(path string) bool { return slices.Contains(FileNames(), filepath.Base(path)) }

// FileNames are the names under which kustomize looks for a kustomization.
func FileNames() []string { return konfig.RecognizedKustomizationFileNames() }
