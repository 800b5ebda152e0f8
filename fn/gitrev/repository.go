package gitrev

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/valkey-menu/valkey-menu/lib/suggest"
)

// Repository is the local repository that a folder lies in.
type Repository struct {
	dir    string // where git is run
	prefix string // from the top to dir, with slashes; empty at the top
}

// Find finds the repository of a folder, as git does.
func Find(dir string) (*Repository, error) {
	out, err := output(dir, "rev-parse", "--git-dir", "--show-prefix")
	var failed *gitError
	switch {
	case errors.As(err, &failed) && strings.Contains(failed.stderr, "not a git repository"):
		return nil, errors.New("the current folder is not in a Git repository")
	case err != nil:
		return nil, err
	}
	_, prefix, _ := strings.Cut(out, "\n")
	return &Repository{dir: dir, prefix: strings.Trim(prefix, "/\n")}, nil
}

// Name is the path of a Spec as fs.FS wants it: from the top of the repository
// and clean, "." for the top. One that leads out is refused.
func (r *Repository) Name(s Spec) (string, error) {
	name := s.Path
	if first, _, _ := strings.Cut(name, "/"); first == "." || first == ".." {
		name = path.Join(r.prefix, name)
	}
	name = path.Clean(name)
	if name == ".." || strings.HasPrefix(name, "../") {
		return "", fmt.Errorf("the path %q leads out of the repository", s.Path)
	}
	return name, nil
}

// Tree opens the files of a revision. The caller closes it.
func (r *Repository) Tree(ref string) (*Tree, error) {
	if err := (Spec{Ref: ref}).check(Spec{Ref: ref}.String()); err != nil {
		return nil, err
	}
	id, err := r.resolve(ref)
	if err != nil {
		return nil, err
	}
	objects, err := startObjects(r.dir)
	if err != nil {
		return nil, err
	}
	return newTree(id, objects), nil
}

// resolve is the id of the revision's tree.
func (r *Repository) resolve(ref string) (string, error) {
	out, err := output(r.dir, "rev-parse", "--verify", "--end-of-options", ref+"^{tree}")
	id := strings.TrimSpace(out)
	var failed *gitError
	switch {
	case errors.As(err, &failed) && strings.Contains(failed.stderr, "is ambiguous"):
		return "", fmt.Errorf("revision %q is ambiguous: several objects start with it", ref)
	case errors.As(err, &failed):
		return "", r.unknown(ref)
	case err != nil:
		return "", err
	case !isID(id):
		return "", fmt.Errorf("%q is not one revision", ref)
	}
	return id, nil
}

// isID reports whether a text is an object id, of SHA-1 or SHA-256.
func isID(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

// unknown says what may be wrong with a revision that git does not find.
func (r *Repository) unknown(ref string) error {
	text := fmt.Sprintf("revision %q is unknown here", ref)
	short, remote := r.branches()
	tracking := ""
	for _, name := range remote {
		if _, branch, ok := strings.Cut(name, "/"); ok && branch == ref && (tracking == "" || strings.HasPrefix(name, "origin/")) {
			tracking = name
		}
	}
	near, isNear := suggest.Nearest(ref, append(short, remote...))
	switch {
	case tracking != "":
		text += fmt.Sprintf(" (did you mean %q?)", tracking)
	case isNear:
		text += fmt.Sprintf(" (did you mean %q?)", near)
	}
	if r.isShallow() {
		text += "; this clone is shallow and may lack it: fetch the revision first, or clone with the whole history (a depth of 0 in most checkout steps)"
	}
	return errors.New(text)
}

// branches lists the names that a revision may be mistyped from: branches and
// tags, and the branches of remotes. Failing to list them costs the suggestion.
func (r *Repository) branches() (local, remote []string) {
	out, err := output(r.dir, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags", "refs/remotes")
	if err != nil {
		return nil, nil
	}
	for line := range strings.Lines(out) {
		name := strings.TrimSuffix(line, "\n")
		if short, ok := strings.CutPrefix(name, "refs/remotes/"); ok {
			remote = append(remote, short)
			continue
		}
		local = append(local, strings.TrimPrefix(strings.TrimPrefix(name, "refs/heads/"), "refs/tags/"))
	}
	return local, remote
}

func (r *Repository) isShallow() bool {
	out, err := output(r.dir, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(out) == "true"
}
