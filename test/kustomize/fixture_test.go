package kustomize

import "strings"

// files are the files of a tree by their paths.
type files map[string]string

func (f files) with(more files) files {
	all := files{}
	for _, one := range []files{f, more} {
		for name, text := range one {
			all[name] = text
		}
	}
	return all
}

// moved puts a tree below a folder.
func (f files) moved(folder string) files {
	all := files{}
	for name, text := range f {
		all[folder+"/"+name] = text
	}
	return all
}

const (
	menu = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyImage
metadata: {name: valkey-9-0}
spec: {repository: valkey/valkey, tag: "9.0.0", version: "9.0.0"}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: standard}
spec:
  imageRef: valkey-9-0
  resources: {cpu: "1", memory: 2Gi}
  valkey: {maxmemory: 1500mb, maxmemory-policy: allkeys-lru}
  acl:
  - username: app-user
    passwordHashes: ["0000000000000000000000000000000000000000000000000000000000000000"]
    permissions: [{roleRef: rw, keys: [{pattern: "myapp:*"}]}]
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: large}
spec: {baseRef: standard, valkey: {maxmemory: 1600mb}}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyRole
metadata: {name: rw}
spec: {categories: [{name: read, access: allow}]}
`
	cluster = `apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata: {name: my-cluster, namespace: my-app}
spec:
  configRef: standard
  shards: 3
  replicasPerShard: 1
  tls: {secretRef: my-cluster-tls}
  acl:
  - username: team
    passwordHashes: ["0000000000000000000000000000000000000000000000000000000000000000"]
    permissions: [{roleRef: rw, keys: [{pattern: "t:*"}]}]
`
	secret = `apiVersion: v1
kind: Secret
metadata: {name: my-cluster-tls, namespace: my-app}
type: kubernetes.io/tls
data: {ca.crt: "", tls.crt: "", tls.key: ""}
`
)

// whole is the menu, a cluster and its Secret in one kustomization.
func whole(directives string) files {
	return files{
		"kustomization.yaml": "resources: [menu.yaml, cluster.yaml, secret.yaml]\n" + directives,
		"menu.yaml":          menu, "cluster.yaml": cluster, "secret.yaml": secret,
	}
}

// menuOnly and tenantOnly are its two halves.
func menuOnly(directives string) files {
	return files{"kustomization.yaml": "resources: [menu.yaml]\n" + directives, "menu.yaml": menu}
}

func tenantOnly(directives string) files {
	return files{
		"kustomization.yaml": "resources: [cluster.yaml, secret.yaml]\n" + directives,
		"cluster.yaml":       cluster, "secret.yaml": secret,
	}
}

// function is a functionConfig of ours.
func function(kind, spec string) string {
	name := strings.ToLower(strings.TrimPrefix(kind, "Valkey"))
	return `apiVersion: fn.valkey.gomomento.com/v1alpha1
kind: ` + kind + `
metadata:
  name: ` + name + `
  annotations:
    config.kubernetes.io/function: |
      exec: {path: valkey-menu}
spec: ` + spec + "\n"
}
