package suggest

// MaxEdits is how many edits a suggestion may be away.
const MaxEdits = 2

// Nearest returns the candidate that is the fewest edits (insert, delete or
// replace one byte) away from the name: at most MaxEdits, the first in byte
// order of several. It suggests nothing for a name that is a candidate itself,
// and nothing that would keep less than two bytes of a short candidate.
func Nearest(name string, candidates []string) (string, bool) {
	best, bestDistance := "", MaxEdits+1
	for _, candidate := range candidates {
		distance := Distance(name, candidate)
		if distance == 0 {
			return "", false
		}
		if distance >= len(candidate)-1 {
			continue
		}
		if distance < bestDistance || distance == bestDistance && candidate < best {
			best, bestDistance = candidate, distance
		}
	}
	return best, bestDistance <= MaxEdits
}

// Distance is the Levenshtein distance of two strings in bytes, or MaxEdits+1
// when it is more than MaxEdits.
func Distance(a, b string) int {
	if diff := len(a) - len(b); diff > MaxEdits || diff < -MaxEdits {
		return MaxEdits + 1
	}
	var short [64]int // on the stack: most names fit, and there are many pairs
	row := short[:0]
	for j := range len(b) + 1 {
		row = append(row, j)
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		least := row[0]
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
			least = min(least, row[j+1])
		}
		if least > MaxEdits {
			return MaxEdits + 1
		}
	}
	return min(row[len(b)], MaxEdits+1)
}
