package check

import (
	"encoding/base64"
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/lint"
)

// secret decodes what rules need of a Secret.
func secret(data map[string]any) lint.Secret {
	s := lint.Secret{Data: map[string][]byte{}}
	s.Type, _ = data["type"].(string)
	if meta, ok := data["metadata"].(map[string]any); ok {
		s.Namespace, _ = meta["namespace"].(string)
		s.Name, _ = meta["name"].(string)
	}
	decodeSecretData(data["data"], s.Data)
	if plain, ok := data["stringData"].(map[string]any); ok {
		for key, value := range plain {
			s.Data[key] = fmt.Append(nil, value)
		}
	}
	return s
}

// decodeSecretData keeps a value that is no valid base64 as it is written: the
// key is there, and what reads the value says that it is no certificate or key.
// To leave it out would report a missing key.
func decodeSecretData(in any, out map[string][]byte) {
	encoded, _ := in.(map[string]any)
	for key, value := range encoded {
		text, ok := value.(string)
		if !ok {
			continue
		}
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			decoded = []byte(text)
		}
		out[key] = decoded
	}
}
