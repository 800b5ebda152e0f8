package schema

import (
	"fmt"
	"slices"
	"strings"
)

// maxDistance is the number of edits up to which a name counts as a misspelling.
const maxDistance = 2

// didYouMean returns ` (did you mean "shards"?)` for the candidate that name
// most likely stands for, and the empty string when none is near.
func didYouMean(name string, candidates []string) string {
	best, bestDistance := "", maxDistance+1
	for _, candidate := range slices.Sorted(slices.Values(candidates)) {
		if d := nearness(name, candidate); d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// nearness is 0 when only letter case differs, the number of edits when name
// misspells candidate, maxDistance when candidate merely continues name (image
// for imageRef), and more than maxDistance otherwise.
func nearness(name, candidate string) int {
	switch {
	case strings.EqualFold(name, candidate):
		return 0
	case misspells(name, candidate):
		return distance(name, candidate)
	case len(name) >= 4 && strings.HasPrefix(strings.ToLower(candidate), strings.ToLower(name)):
		return maxDistance
	}
	return maxDistance + 1
}

// misspells says whether few edits turn a into b: at most maxDistance, and at
// most half of the shorter one, so that "acl" is no misspelling of "tls".
func misspells(a, b string) bool {
	limit := min(maxDistance, min(len(a), len(b))/2)
	if a == b || len(a)-len(b) > limit || len(b)-len(a) > limit {
		return false
	}
	return distance(a, b) <= limit
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
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
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
