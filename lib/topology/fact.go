package topology

// Fact is something about the world that was observed, or was not and then says
// why. The zero value is unknown.
type Fact[T any] struct {
	value T
	known bool
	why   string
}

// Known is a fact that was observed.
func Known[T any](value T) Fact[T] { return Fact[T]{value: value, known: true} }

// Unknown is a fact that could not be observed, for the reason given.
func Unknown[T any](why string) Fact[T] { return Fact[T]{why: why} }

// Get returns the value and whether it is known. The value of an unknown fact
// means nothing.
func (f Fact[T]) Get() (T, bool) { return f.value, f.known }

// Known reports whether the fact was observed.
func (f Fact[T]) Known() bool { return f.known }

// Why says why the fact is unknown; it is empty for a known one.
func (f Fact[T]) Why() string {
	switch {
	case f.known:
		return ""
	case f.why == "":
		return "not observed"
	}
	return f.why
}
