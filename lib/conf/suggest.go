package conf

// maxTypos is how many edits a suggestion may be away.
const maxTypos = 2

// Suggest is the known name nearest to a name that is not known: at most two
// edits away (insert, delete, replace), ties by byte order. Hidden and ignored
// directives are never suggested, and a name as short as `hz` only for what is
// nearly it.
func (c *Catalogue) Suggest(name string) (string, bool) {
	name = lower(name)
	if _, known := c.spelled[name]; known {
		return "", false
	}
	best, bestDistance := "", maxTypos+1
	for _, d := range c.directives {
		if d.Hidden || d.Ignored {
			continue
		}
		for _, candidate := range append([]string{d.Name}, d.Aliases...) {
			dist := distance(name, candidate)
			if dist >= len(candidate)-1 {
				continue
			}
			if dist < bestDistance || dist == bestDistance && candidate < best {
				best, bestDistance = candidate, dist
			}
		}
	}
	return best, bestDistance <= maxTypos
}

// distance is the Levenshtein distance in bytes, or more than maxTypos as soon as
// it cannot be less.
func distance(a, b string) int {
	if diff := len(a) - len(b); diff > maxTypos || diff < -maxTypos {
		return maxTypos + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
