package report

// Hostile are texts that somebody could put into an object, or name a file.
func Hostile() []string { return hostile }
