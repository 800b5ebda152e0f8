// Package render turns a resolved cluster into the Kubernetes objects that it
// is made of: Service, credentials Secret, ACL ConfigMap, and for each node a
// ValkeyNode, a ConfigMap with valkey.conf and a Pod.
//
// The same input always gives the same objects, so what was reviewed is what
// runs. A node's ConfigMap and Pod are made from its ValkeyNode alone and the
// operator-wide options, never from what the menu says today. Passwords are
// passed in and stand in the Secret only.
//
// Objects carry no owner references: those need the UID of a living owner. The
// operator adds them with [Own]; offline manifests have none.
//
// The package may not make a password, decide what a cluster should be, or
// know what runs. Whatever cannot be rendered is an error that names the
// object to mend and never the value of a secret.
package render
