package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"sigs.k8s.io/yaml"
)

// Object is one object to write. Content is anything that encodes to a JSON
// object.
type Object struct {
	Namespace string
	Kind      string
	Name      string
	Content   any
}

// YAML is the objects as a stream of documents, "---" between them.
func YAML(objects []Object) ([]byte, error) {
	var b bytes.Buffer
	for i, o := range objects {
		text, err := yaml.Marshal(o.Content)
		if err != nil {
			return nil, fmt.Errorf("encoding %s %q: %w", o.Kind, o.Name, err)
		}
		if i > 0 {
			b.WriteString("---\n")
		}
		b.Write(text)
	}
	return b.Bytes(), nil
}

// JSON is the objects as one v1 List, also of one object or none, so that its
// readers meet one form only.
func JSON(objects []Object) ([]byte, error) {
	list := struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Items      []any  `json:"items"`
	}{"v1", "List", make([]any, len(objects))}
	for i, o := range objects {
		list.Items[i] = o.Content
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(list); err != nil {
		return nil, fmt.Errorf("encoding a list of %d objects: %w", len(objects), err)
	}
	return b.Bytes(), nil
}

// Files is one YAML file an object: NAMESPACE/KIND-NAME.yaml with the kind in
// lower case, without the folder for objects that have no namespace.
func Files(objects []Object) ([]File, error) {
	files := make([]File, len(objects))
	for i, o := range objects {
		text, err := YAML([]Object{o})
		if err != nil {
			return nil, err
		}
		name := strings.ToLower(o.Kind) + "-" + o.Name + ".yaml"
		files[i] = File{Name: path.Join(o.Namespace, name), Content: text}
	}
	return files, nil
}
