// Package observe looks at one cluster: its ValkeyNodes, their pods and what the
// servers in them say. What could not be learnt is an unknown fact inside the
// view, with the reason; a silent server never makes a view of the rest.
//
// It changes nothing, decides nothing and logs nothing.
package observe
