package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// menuOf writes a menu of 200 configs in ten trees, and clusters that pick from
// it, as one stream of documents without findings that fail.
func menuOf(clusters int) string {
	var b strings.Builder
	b.WriteString(`apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyImage
metadata: {name: valkey-9-1-2}
spec: {repository: valkey/valkey, tag: "9.1.2", version: "9.1.2"}
---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyRole
metadata: {name: read-write}
spec:
  categories: [{name: read, access: allow}, {name: write, access: allow}]
  commands: [{name: flushall, access: deny}, {name: flushdb, access: deny}, {name: swapdb, access: deny}]
`)
	for i := range 200 {
		parent := "imageRef: valkey-9-1-2"
		if i >= 10 {
			parent = fmt.Sprintf("baseRef: config-%d", i%10)
		}
		fmt.Fprintf(&b, `---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyConfig
metadata: {name: config-%d}
spec:
  %s
  resources: {cpu: "1", memory: %dGi}
  valkey:
    maxmemory: %dmb
    maxmemory-policy: allkeys-lru
    hz: "20"
`, i, parent, 2+i%8, 1024+i)
	}
	for i := range clusters {
		fmt.Fprintf(&b, `---
apiVersion: valkey.gomomento.com/v1alpha1
kind: ValkeyCluster
metadata:
  name: cache-%d
  namespace: team-%d
  labels: {app.example.com/owner: team-%d}
spec:
  configRef: config-%d
  shards: 3
  replicasPerShard: 1
  acl:
  - username: app
    passwordHashes: ["%064x"]
    permissions:
    - roleRef: read-write
      keys: [{pattern: "app:*"}]
  placement:
    zones: [a, b, c]
`, i, i%50, i%50, i%200, i+1)
	}
	return b.String()
}

func write(b *testing.B, name, text string) string {
	b.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	return name
}
