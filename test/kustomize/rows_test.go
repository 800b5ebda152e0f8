package kustomize

import "maps"

// row is one thing that people do with an overlay.
type row struct {
	files files
	// bases hold the objects; the folder overlay is what is built.
	bases []string
	// shows says what else is worth knowing of the output; may be nil.
	shows func(objects []map[string]any) string
}

func (r row) showing(what func([]map[string]any) string) row {
	r.shows = what
	return r
}

// over is an overlay over one base.
func over(base files, directives string) row {
	return row{files: base.moved("base").with(top("resources: [../base]\n" + directives)), bases: []string{"base"}}
}

// across is an overlay over several trees.
func across(trees files, directives string, bases ...string) row {
	return row{files: trees.with(top(directives)), bases: bases}
}

func top(text string) files { return files{"overlay/kustomization.yaml": text} }

const newUser = `
patches:
- patch: |
    apiVersion: valkey.gomomento.com/v1alpha1
    kind: ValkeyCluster
    metadata: {name: my-cluster, namespace: my-app}
    spec:
      acl:
      - username: second
        passwordHashes: ["1111111111111111111111111111111111111111111111111111111111111111"]
        permissions: [{roleRef: rw, keys: [{pattern: "s:*"}]}]
`

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: app}
spec:
  selector: {matchLabels: {app: app}}
  template:
    metadata: {labels: {app: app}}
    spec:
      containers:
      - {name: first, image: a}
      - {name: second, image: b}
`

const deploymentPatch = `
patches:
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: app}
    spec: {template: {spec: {containers: [{name: first, image: c}]}}}
`

const ownSchema = `{"definitions": {"example.Thing": {"type": "object", "x-kubernetes-group-version-kind": ` +
	`[{"group": "example.com", "version": "v1", "kind": "Thing"}]}}}`

const prefixAndNamespace = "namePrefix: dev-\nnamespace: team-a\n"

func rows() map[string]row {
	app := files{"overlay/app.yaml": deployment}
	all := map[string]row{
		"no change":      over(whole(""), ""),
		"prefix":         over(whole(""), "namePrefix: dev-\n"),
		"suffix":         over(whole(""), "nameSuffix: -dev\n"),
		"two prefixes":   over(whole("namePrefix: b-\n"), "namePrefix: dev-\n"),
		"prefix in base": over(whole("namePrefix: b-\n"), ""),
		"namespace":      over(whole(""), "namespace: team-a\n"),

		"prefix and namespace":                 over(whole(""), prefixAndNamespace),
		"prefix in base, namespace in overlay": over(whole("namePrefix: b-\n"), "namespace: team-a\n"),

		"user added":    over(whole(""), "namePrefix: dev-"+newUser).showing(users),
		"image renamed": over(whole(""), "images: [{name: valkey/valkey, newName: registry.example/valkey}]\n").showing(repository),
		"image tagged":  over(whole(""), "images: [{name: valkey/valkey, newTag: 9.0.1}]\n").showing(repository),
		"shards":        over(whole(""), "namePrefix: dev-\nreplicas: [{name: my-cluster, count: 9}]\n").showing(shards),

		"container patched": across(whole("").moved("base").with(app),
			"resources: [../base, app.yaml]\nnamePrefix: dev-"+deploymentPatch, "base").showing(containers),
		"openapi at the root": across(whole("").moved("base").with(app).with(files{"overlay/own.json": ownSchema}),
			"resources: [../base, app.yaml]\nopenapi: {path: own.json}\n"+prefixAndNamespace+deploymentPatch, "base").showing(containers),
		"openapi of another base": across(whole("").moved("base").with(files{
			"other/kustomization.yaml": "resources: [map.yaml]\nopenapi: {path: own.json}\n", "other/own.json": ownSchema,
			"other/map.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: other}}\n",
		}), "resources: [../other, ../base]\n"+prefixAndNamespace, "base"),
		"generated secret": across(menuOnly("").moved("base").with(files{
			"base/kustomization.yaml": "resources: [menu.yaml, cluster.yaml]\nnamespace: my-app\n" +
				"secretGenerator: [{name: my-cluster-tls, type: kubernetes.io/tls, literals: [ca.crt=a, tls.crt=b, tls.key=c]}]\n",
			"base/cluster.yaml": cluster,
		}), "resources: [../base]\nnamePrefix: dev-\n", "base"),
	}
	maps.Copy(all, rowsOfSeveralBases())
	return all
}

// rowsOfSeveralBases have the menu and the clusters apart, or more than one of
// each.
func rowsOfSeveralBases() map[string]row {
	const both = "resources: [../menu, ../tenant]\n"
	tenants := tenantOnly("namePrefix: a-\nnamespace: team-a\n").moved("tenant")
	plain := tenantOnly("").moved("tenant")
	copies := whole("").moved("base").with(files{
		"a/kustomization.yaml": "resources: [../base]\nnamePrefix: a-\n", "b/kustomization.yaml": "resources: [../base]\nnamePrefix: b-\n",
	})
	shared := menuOnly("").moved("menu")
	prefixed := menuOnly("namePrefix: prod-\n").moved("menu")
	return map[string]row{
		"menu and tenant apart":                    across(shared.with(plain), both+prefixAndNamespace, "menu", "tenant"),
		"menu apart, tenant prefixed":              across(shared.with(tenants), both, "menu", "tenant"),
		"menu prefixed, tenant apart":              across(prefixed.with(plain), both, "menu", "tenant"),
		"menu prefixed, tenant prefixed otherwise": across(prefixed.with(tenants), both, "menu", "tenant"),
		"two copies":                       across(copies, "resources: [../a, ../b]\n", "base").showing(configs),
		"two copies, prefix and namespace": across(copies, "resources: [../a, ../b]\n"+prefixAndNamespace, "base").showing(configs),
		"own menu beside a shared one": across(
			shared.with(whole("namePrefix: own-\n").moved("own")).with(tenantOnly("nameSuffix: -x\n").moved("tenant")),
			"resources: [../menu, ../own, ../tenant]\n", "menu", "own", "tenant").showing(configs),
	}
}
