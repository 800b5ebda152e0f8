package conf

import "github.com/valkey-menu/valkey-menu/lib/suggest"

// Suggest is the known name nearest to a name that is not known: at most two
// edits away (insert, delete, replace), ties by byte order. Hidden and ignored
// directives are never suggested, and a name as short as `hz` only for what is
// nearly it.
func (c *Catalogue) Suggest(name string) (string, bool) {
	name = lower(name)
	if _, known := c.spelled[name]; known {
		return "", false
	}
	best, bestDistance := "", suggest.MaxEdits+1
	for _, d := range c.directives {
		if d.Hidden || d.Ignored {
			continue
		}
		for _, candidate := range append([]string{d.Name}, d.Aliases...) {
			dist := suggest.Distance(name, candidate)
			if dist >= len(candidate)-1 {
				continue
			}
			if dist < bestDistance || dist == bestDistance && candidate < best {
				best, bestDistance = candidate, dist
			}
		}
	}
	return best, bestDistance <= suggest.MaxEdits
}
