package definitions

import (
	"bytes"
	_ "embed" // krm-functions.yaml is embedded
	"fmt"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/typeschema"
)

// FileName of the stream of KRMFunctionDefinition documents.
const FileName = "krm-functions.yaml"

//go:embed krm-functions.yaml
var file []byte

// File returns krm-functions.yaml as it is committed.
func File() []byte { return bytes.Clone(file) }

const (
	publisher = "valkey-menu"
	home      = "https://github.com/valkey-menu/valkey-menu"
	tree      = home + "/tree/main/"
	usagePage = "docs/functions.md"
	// license is the one spelling that the registry of KRM functions allows.
	license = "Apache 2.0"
)

// document is a KRMFunctionDefinition of config.kubernetes.io/v1alpha1.
type document struct {
	APIVersion string       `json:"apiVersion"`
	Kind       string       `json:"kind"`
	Metadata   documentMeta `json:"metadata"`
	Spec       documentSpec `json:"spec"`
}

type documentMeta struct {
	Name string `json:"name"`
}

type documentSpec struct {
	Group       string            `json:"group"`
	Names       documentNames     `json:"names"`
	Description string            `json:"description"`
	Publisher   string            `json:"publisher"`
	Home        string            `json:"home"`
	Tags        []string          `json:"tags"`
	Versions    []documentVersion `json:"versions"`
}

type documentNames struct {
	Kind string `json:"kind"`
}

// documentVersion has an empty runtime: the program is an executable that the
// user puts on PATH, and the KEP's schema has no valid form for that (its exec
// asks for a field that it does not define), while a container needs an image,
// of which we publish none. kyaml reads the empty one as no runtime.
type documentVersion struct {
	Name       string         `json:"name"`
	Idempotent bool           `json:"idempotent"`
	License    string         `json:"license"`
	Usage      string         `json:"usage"`
	Examples   []string       `json:"examples"`
	Runtime    struct{}       `json:"runtime"`
	Schema     documentSchema `json:"schema"`
}

type documentSchema struct {
	OpenAPIV3Schema typeschema.Schema `json:"openAPIV3Schema"`
}

// Generate makes krm-functions.yaml from the types.
func Generate() ([]byte, error) {
	kinds, err := Kinds()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("# The functionConfig kinds of valkey-menu. Generated from the types of fn/config: change those.\n")
	for _, kind := range kinds {
		text, err := yaml.Marshal(definition(kind))
		if err != nil {
			return nil, fmt.Errorf("writing the definition of %q: %w", kind.Name, err)
		}
		b.WriteString("---\n")
		b.Write(text)
	}
	return b.Bytes(), nil
}

func definition(kind Kind) document {
	group, version, _ := strings.Cut(config.APIVersion, "/")
	return document{
		APIVersion: "config.kubernetes.io/v1alpha1", Kind: "KRMFunctionDefinition",
		Metadata: documentMeta{Name: strings.ToLower(kind.Name) + "s." + group},
		Spec: documentSpec{
			Group: group, Names: documentNames{kind.Name}, Description: kind.Description,
			Publisher: publisher, Home: home, Tags: append([]string{"valkey"}, kind.Tags...),
			Versions: []documentVersion{{
				Name: version, Idempotent: true, License: license,
				Usage:    home + "/blob/main/" + usagePage,
				Examples: []string{tree + "examples/" + kind.Example},
				Schema:   documentSchema{kind.Schema},
			}},
		},
	}
}
