package crds_test

import (
	"fmt"
	"maps"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// facts prints what a schema node demands of its value.
func facts(s *apiextensionsv1.JSONSchemaProps) string {
	out := []string{s.Type}
	number := func(name string, value *int64) {
		if value != nil {
			out = append(out, fmt.Sprintf("%s=%d", name, *value))
		}
	}
	number("minLength", s.MinLength)
	number("maxLength", s.MaxLength)
	number("minItems", s.MinItems)
	number("maxItems", s.MaxItems)
	number("minProperties", s.MinProperties)
	number("maxProperties", s.MaxProperties)
	if s.Minimum != nil {
		out = append(out, fmt.Sprintf("minimum=%g", *s.Minimum))
	}
	if s.Maximum != nil {
		out = append(out, fmt.Sprintf("maximum=%g", *s.Maximum))
	}
	if s.Pattern != "" {
		out = append(out, "pattern="+s.Pattern)
	}
	for _, value := range s.Enum {
		out = append(out, string(value.Raw))
	}
	if s.Default != nil {
		out = append(out, "default="+string(s.Default.Raw))
	}
	return strings.Join(out, " ")
}

const (
	ref  = "string maxLength=253"
	name = `string maxLength=64 pattern=^[a-zA-Z][a-zA-Z0-9_-]*$`
	// glob has no control character, space or quote.
	glob = `pattern=^[^\x00-\x20\x7f"']*$`
)

// wantSpecs is the specification of the five kinds: bounds, patterns, enums,
// defaults, and for each required field a row that says so.
func wantSpecs() map[string]map[string]string {
	return map[string]map[string]string{
		"ValkeyImage": {
			"repository": "string maxLength=512", "repository required": "",
			"tag": "string maxLength=256", "tag required": "",
			"version": "string maxLength=128", "version required": "",
		},
		"ValkeyConfig": merged(map[string]string{
			"imageRef":         ref,
			"baseRef":          ref,
			"resources":        "object",
			"resources.cpu":    "string maxLength=64",
			"resources.memory": "string maxLength=64",
			"valkey":           "object maxProperties=512",
			"valkey{}":         "string maxLength=65536",
		}, bindings()),
		"ValkeyRole": {
			"categories":   "array maxItems=64",
			"categories[]": "object", "categories[].name": name, "categories[].name required": "",
			"categories[].access": `string "allow" "deny"`, "categories[].access required": "",
			"commands":   "array maxItems=256",
			"commands[]": "object", "commands[].name": name, "commands[].name required": "",
			"commands[].subcommand": name,
			"commands[].access":     `string "allow" "deny"`, "commands[].access required": "",
		},
		"ValkeyCluster": merged(map[string]string{
			"configRef": ref, "configRef required": "",
			"shards": "integer minimum=1", "shards required": "",
			"replicasPerShard": "integer minimum=0", "replicasPerShard required": "",
			"tls": "object", "tls.secretRef": ref, "tls.secretRef required": "",
			"podAnnotations":   "object maxProperties=256",
			"podAnnotations{}": "string maxLength=262144",
		}, bindings(), placement()),
		"ValkeyNode": merged(map[string]string{
			"clusterName": ref, "clusterName required": "",
			"image": "string maxLength=769", "image required": "",
			"cpu": "string maxLength=64", "memory": "string maxLength=64",
			"valkeySettings": "object maxProperties=640", "valkeySettings{}": "string maxLength=65536",
			"shardIndex": "integer minimum=0", "shardIndex required": "",
			"tlsSecret": ref,
			"lifecycle": `string "Active" "Joining" "Leaving" default="Active"`,
		}, placement()),
	}
}

func bindings() map[string]string {
	return map[string]string{
		"acl": "array maxItems=64", "acl[]": "object",
		"acl[].username": "string maxLength=128 pattern=^[a-zA-Z0-9_-]+$", "acl[].username required": "",
		"acl[].passwordHashes": "array minItems=1 maxItems=8", "acl[].passwordHashes required": "",
		"acl[].passwordHashes[]": "string maxLength=64 pattern=^[0-9a-f]{64}$",
		"acl[].permissions":      "array minItems=1 maxItems=16", "acl[].permissions required": "",
		"acl[].permissions[]":         "object",
		"acl[].permissions[].roleRef": ref, "acl[].permissions[].roleRef required": "",
		"acl[].permissions[].keys": "array maxItems=16", "acl[].permissions[].keys required": "",
		"acl[].permissions[].keys[]":         "object",
		"acl[].permissions[].keys[].pattern": "string maxLength=256 " + glob, "acl[].permissions[].keys[].pattern required": "",
		"acl[].permissions[].keys[].access": `string "read" "write" "readwrite" default="readwrite"`,
		"acl[].permissions[].channels":      "array maxItems=16",
		"acl[].permissions[].channels[]":    "string maxLength=128 " + glob,
	}
}

func placement() map[string]string {
	return map[string]string{
		"placement":                "object",
		"placement.zones":          "array maxItems=128",
		"placement.zones[]":        "string maxLength=63",
		"placement.zoneSpread":     `string "bestEffort" "required"`,
		"placement.nodeSelector":   "object maxProperties=128",
		"placement.nodeSelector{}": "string maxLength=253",
	}
}

func merged(parts ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, part := range parts {
		maps.Copy(out, part)
	}
	return out
}
