package check

import "go.yaml.in/yaml/v3"

// OriginAnnotation says which file an object of a build comes from. kustomize
// writes it on request (buildMetadata: [originAnnotations]).
const OriginAnnotation = "config.kubernetes.io/origin"

// Origin is the file in an origin annotation, relative to the root of the build:
// that of the object, or the one that configures its generator. It is empty where
// the text says neither.
func Origin(text string) string {
	var origin struct {
		Path         string `yaml:"path"`
		ConfiguredIn string `yaml:"configuredIn"`
	}
	if yaml.Unmarshal([]byte(text), &origin) != nil {
		return ""
	}
	return origin.Path + origin.ConfiguredIn
}
