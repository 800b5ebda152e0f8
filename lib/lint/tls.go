package lint

import (
	"bytes"
	"maps"
	"slices"

	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/tlssecret"
)

const tlsPath = "spec.tls.secretRef"

// secretNotInBuild reports TLS Secrets that cannot be checked here.
func secretNotInBuild(r *run) []Finding {
	secrets := r.secretsByRef()
	var out []Finding
	for _, c := range r.tlsClusters() {
		name := c.Spec.TLS.SecretRef
		if _, ok := secrets[menu.Ref{Namespace: c.Namespace, Name: name}]; ok {
			continue
		}
		out = append(out, Finding{
			Object: clusterRef(c.ValkeyCluster), Path: tlsPath,
			Message: tlssecret.NotFound(name, c.Namespace) + ": it is not in this build, so it was not checked",
		})
	}
	return out
}

// tlsSecretInvalid judges TLS Secrets that are in the build, with the texts of
// the operator.
func tlsSecretInvalid(r *run) []Finding {
	secrets := r.secretsByRef()
	var out []Finding
	for _, c := range r.tlsClusters() {
		secret, ok := secrets[menu.Ref{Namespace: c.Namespace, Name: c.Spec.TLS.SecretRef}]
		if !ok {
			continue
		}
		required := tlssecret.RequiredNames(c.Name, c.Namespace, r.in.Options.ClusterDomain)
		for _, problem := range tlssecret.Check(secret.Name, secret.Data, required) {
			out = append(out, Finding{Object: clusterRef(c.ValkeyCluster), Path: tlsPath, Message: problem})
		}
	}
	return out
}

// tlsClusters lists the TLS clusters whose Secret has a name yet.
func (r *run) tlsClusters() []cluster {
	var out []cluster
	for _, c := range r.clusters {
		if c.Spec.TLS != nil && !r.open(c.Spec.TLS.SecretRef) {
			out = append(out, c)
		}
	}
	return out
}

// secretsByRef indexes the Secrets by namespace and name. Of several with one
// name the one whose data sorts first is kept, so that their order in the input
// decides nothing.
func (r *run) secretsByRef() map[menu.Ref]Secret {
	out := make(map[menu.Ref]Secret, len(r.in.Secrets))
	for _, s := range r.in.Secrets {
		ref := menu.Ref{Namespace: s.Namespace, Name: s.Name}
		if kept, repeated := out[ref]; !repeated || compareData(s.Data, kept.Data) < 0 {
			out[ref] = s
		}
	}
	return out
}

// compareData orders two maps by their entries, smallest key first.
func compareData(a, b map[string][]byte) int {
	keysA, keysB := slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b))
	if order := slices.Compare(keysA, keysB); order != 0 {
		return order
	}
	for _, key := range keysA {
		if order := bytes.Compare(a[key], b[key]); order != 0 {
			return order
		}
	}
	return 0
}
