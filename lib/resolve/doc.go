// Package resolve turns a cluster and the menu into what the cluster is to be:
// image, resources, settings, users and placement, each value with the config,
// default or rule that supplied it.
//
// It is pure and total: the same menu, cluster and options always give the
// same result, and whatever cannot be resolved is an Error that names the
// object and the field. It renders nothing and judges nothing: bad values pass
// through here and are a matter of lib/lint.
package resolve
