module github.com/valkey-menu/valkey-menu/test/argocd

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/yuin/gopher-lua v1.1.2
	sigs.k8s.io/yaml v1.6.0
)

require go.yaml.in/yaml/v2 v2.4.2 // indirect
