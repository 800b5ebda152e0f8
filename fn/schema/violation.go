package schema

// Kind says which check of the API server an object failed.
type Kind string

// The kinds of Violation.
const (
	KindSchema       Kind = "schema"       // VK001
	KindUnknownField Kind = "unknownField" // VK002
	KindNamespace    Kind = "namespace"    // VK003
	KindCEL          Kind = "cel"          // VK005
	KindImmutable    Kind = "immutable"    // VK006
	KindMetadata     Kind = "metadata"     // VK007, and VK008 for generateName
	KindAPIVersion   Kind = "apiVersion"   // VK009
)

// Violation is one thing about an object that the API server refuses, or, for
// VK003 and VK008, that tools before it cannot handle.
type Violation struct {
	Kind Kind
	// Rule is the id in the registry of lib/lint, VK001 to VK009.
	Rule string
	// Path is the place in the form of yamlnode.Path.String:
	// spec.acl[0].username, spec.valkey.maxmemory, and
	// spec.podAnnotations["example.com/x"] for a key that is no plain word. It is
	// empty for the object as a whole.
	Path string
	// Message says what is wrong and does not repeat the path.
	Message string
	// BadValue is the refused scalar; nil when there is none, when it is a list
	// or map, and when it could be a secret.
	BadValue any
	// Blocking says that the API server would not look at the object's CEL rules
	// before this is repaired, so that more violations may follow.
	Blocking bool
}
