package source

// PlaceholderMatcher reports for a text whether it holds a placeholder; nil
// patterns mean DefaultPlaceholders.
func PlaceholderMatcher(patterns []string) func(string) bool {
	parsed := Options{Placeholders: patterns}.placeholders()
	return func(text string) bool { return placeholderIn(text, parsed) != "" }
}
