package source

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// manyObjects is a file of n objects from a template in which %[1]d stands for the number.
func manyObjects(n int, template string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, template, i)
	}
	return b.String()
}

const clusterTemplate = `---
# the cache of one team
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata:
  name: cache-%[1]d
  namespace: team-%[1]d
  labels: {team: "team-%[1]d"}
spec:
  configRef: standard
  shards: 3
  replicasPerShard: 1
  placement:
    zones: [zone-a, zone-b]
    zoneSpread: required
  acl:
  - username: app
    passwordHashes: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]
    permissions:
    - roleRef: read-write
      keys:
      - pattern: "app:*"
`

const deploymentTemplate = `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-%[1]d
  namespace: team-%[1]d
spec:
  replicas: 2
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: example.com/web:1.0
        env:
        - name: CACHE
          value: cache-%[1]d
`

func BenchmarkRead(b *testing.B) {
	for name, template := range map[string]string{"clusters": clusterTemplate, "foreign": deploymentTemplate} {
		b.Run(name, func(b *testing.B) {
			file := filepath.Join(b.TempDir(), "all.yaml")
			text := manyObjects(10_000, template)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				set, err := Read(Options{}, []string{file}, nil)
				if err != nil || len(set.Objects) != 10_000 {
					b.Fatalf("read %d objects: %v", len(set.Objects), err)
				}
			}
		})
	}
}
