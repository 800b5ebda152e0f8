package suggest

import "strings"

// MaxEdits is how far a suggestion may be away, in inserted, deleted or
// replaced bytes.
const MaxEdits = 2

// Nearest returns the candidate nearest to name: one that differs in case only,
// else one at most MaxEdits away whose length leaves more alike than not. Ties
// go to the first in byte order, so the order of candidates decides nothing. A
// name that is itself a candidate has no suggestion.
func Nearest(name string, candidates []string) (string, bool) {
	best, bestDistance := "", MaxEdits+1
	for _, candidate := range candidates {
		if candidate == name {
			return "", false
		}
		d := Distance(strings.ToLower(name), strings.ToLower(candidate))
		if d >= len(candidate)-1 {
			continue
		}
		if d < bestDistance || d == bestDistance && candidate < best {
			best, bestDistance = candidate, d
		}
	}
	return best, bestDistance <= MaxEdits
}

// Distance is the Levenshtein distance in bytes, or MaxEdits+1 as soon as it
// cannot be less than that.
func Distance(a, b string) int {
	if diff := len(a) - len(b); diff > MaxEdits || diff < -MaxEdits {
		return MaxEdits + 1
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
	return min(row[len(b)], MaxEdits+1)
}
