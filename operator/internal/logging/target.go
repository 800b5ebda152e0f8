package logging

import "strings"

// separator of the parts of a target.
const separator = "::"

// Targets of the operator's own lines. Known filters name them, so they stay.
const (
	TargetRoot    = "operator"
	TargetCluster = "operator::controller::cluster"
	TargetNode    = "operator::controller::node"
	TargetACL     = "operator::controller::acl"
	TargetTLS     = "operator::controller::tls"
	TargetMenu    = "operator::controller::menu"
	// TargetLibrary is above those of libraries that log through Logr.
	TargetLibrary = "operator::lib"
	// TargetRuntime is controller-runtime's.
	TargetRuntime = "operator::lib::controller-runtime"
	// TargetClient is client-go's, which logs through klog.
	TargetClient = "operator::lib::client-go"
)

// libraryTarget puts the name of a library's logger, such as
// controller-runtime/source, below its target. A name that starts with the last
// part of the target is not repeated.
func libraryTarget(base, name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '.' })
	if len(parts) > 0 && strings.HasSuffix(base, separator+partName(parts[0])) {
		parts = parts[1:]
	}
	for _, part := range parts {
		base += separator + partName(part)
	}
	return base
}

// partName keeps what a directive can name.
func partName(part string) string {
	return strings.Map(func(r rune) rune {
		if isTargetRune(r) {
			return r
		}
		return '_'
	}, part)
}
