package lint

import "fmt"

// duplicateObject reports names that several objects of one kind have.
func duplicateObject(r *run) []Finding {
	var out []Finding
	for _, object := range r.menu.Duplicates() {
		if object.Name == "" {
			continue // generateName: each of them gets a name of its own
		}
		out = append(out, Finding{
			Object: object, Path: "metadata.name",
			Message: fmt.Sprintf("%s is defined more than once: which one is applied last decides", object),
		})
	}
	return out
}
