package acl

import "strings"

// maxDistance is how many letters a suggestion may be away.
const maxDistance = 2

// closest returns the candidate with the fewest edits from name, the first of
// several in order, and "" if all are further away than maxDistance or would
// replace the whole name.
func closest(name string, candidates []string) string {
	name = strings.ToLower(name)
	best, found := maxDistance+1, ""
	for _, candidate := range candidates {
		if d := distance(name, candidate); d < best && d < len(name) {
			best, found = d, candidate
		}
	}
	return found
}

// distance is Levenshtein's: how many bytes to insert, remove or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
