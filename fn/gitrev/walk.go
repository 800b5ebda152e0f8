package gitrev

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
)

func (t *Tree) follow(op, name string) (entry, string, error) { return t.walk(op, name, true) }

// maxLinks is the limit of Linux.
const maxLinks = 40

// walk goes to a path, through symbolic links, and through the last one too if
// follow is set. It returns where that is.
func (t *Tree) walk(op, name string, follow bool) (entry, string, error) {
	fail := func(err error) (entry, string, error) {
		return entry{}, "", &fs.PathError{Op: op, Path: name, Err: err}
	}
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	at, here, links := ".", t.root, 0
	steps := strings.Split(name, "/")
	for len(steps) > 0 {
		step := steps[0]
		steps = steps[1:]
		if step == "." || step == "" {
			continue
		}
		list, err := t.list(here)
		if err != nil {
			return fail(err)
		}
		i, found := slices.BinarySearchFunc(list, step, func(e entry, name string) int { return cmp.Compare(e.name, name) })
		if !found {
			return fail(fs.ErrNotExist)
		}
		next := list[i]
		if next.mode.Type() != fs.ModeSymlink || len(steps) == 0 && !follow {
			at, here = path.Join(at, step), next
			continue
		}
		if links++; links > maxLinks {
			return fail(errLinks)
		}
		target, err := t.target(at, next)
		if err != nil {
			return fail(err)
		}
		at, here, steps = ".", t.root, append(strings.Split(target, "/"), steps...)
	}
	return here, at, nil
}

// target is where a link in a folder leads, from the top. The text is cleaned
// before it is walked, which differs from a checkout only for a link that goes
// up behind another link.
func (t *Tree) target(dir string, link entry) (string, error) {
	data, err := t.objects.read(link.id, "blob")
	if err != nil {
		return "", err
	}
	text := string(data)
	to := path.Join(dir, text)
	if text == "" || path.IsAbs(text) || !fs.ValidPath(to) {
		return "", ErrLeadsOut
	}
	return to, nil
}
