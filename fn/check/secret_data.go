package check

import "encoding/base64"

func decodeSecretData(in any, out map[string][]byte) {
	encoded, _ := in.(map[string]any)
	for key, value := range encoded {
		text, ok := value.(string)
		if !ok {
			continue
		}
		if decoded, err := base64.StdEncoding.DecodeString(text); err == nil {
			out[key] = decoded
		}
	}
}
