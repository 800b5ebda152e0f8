package yamlnode

import (
	"fmt"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// Set puts a value at a field path and creates the mappings on the way. An index may be one past the end of a sequence,
// which appends. Comments of a replaced value stay unless the new one has its own. Set refuses paths that lead through
// an alias or a merge key, since the edit would show in other places: use Expand first.
func Set(root *yaml.Node, path string, value *yaml.Node) error {
	steps, err := ParsePath(path)
	if err != nil {
		return err
	}
	if len(steps) == 0 {
		return fmt.Errorf("setting %q: empty path", path)
	}
	at := unwrap(root)
	for i, step := range steps {
		if i == len(steps)-1 {
			err = put(at, step, value)
		} else {
			at, err = descend(at, step)
		}
		if err != nil {
			return fmt.Errorf("setting %q: at %q: %w", path, steps[:i+1].String(), err)
		}
	}
	return nil
}

// Delete removes the field at a path, with all duplicates of its key, and says whether there was one. Like Set it
// refuses paths through aliases.
func Delete(root *yaml.Node, path string) (bool, error) {
	steps, err := ParsePath(path)
	if err != nil {
		return false, err
	}
	if len(steps) == 0 {
		return false, fmt.Errorf("deleting %q: empty path", path)
	}
	at := unwrap(root)
	for _, step := range steps[:len(steps)-1] {
		next, ok := slot(at, step)
		if !ok {
			return false, nil
		}
		if (*next).Kind == yaml.AliasNode {
			return false, fmt.Errorf("deleting %q: leads through an alias", path)
		}
		at = *next
	}
	last, removed := steps[len(steps)-1], false
	for {
		next, ok := slot(at, last)
		if !ok {
			return removed, nil
		}
		if at.Kind == yaml.SequenceNode {
			at.Content = append(at.Content[:last.Index:last.Index], at.Content[last.Index+1:]...)
			return true, nil
		}
		for i := 1; i < len(at.Content); i += 2 {
			if &at.Content[i] == next {
				at.Content = append(at.Content[:i-1:i-1], at.Content[i+1:]...)
				break
			}
		}
		removed = true
	}
}

// unwrap returns a document's root, and any other node as it is.
func unwrap(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.DocumentNode && len(n.Content) > 0 {
		return n.Content[0]
	}
	return n
}

// slot is the place in the parent's own content that holds the child.
func slot(n *yaml.Node, step Step) (**yaml.Node, bool) {
	switch n.Kind {
	case yaml.SequenceNode:
		if step.IsIndex && step.Index < len(n.Content) {
			return &n.Content[step.Index], true
		}
	case yaml.MappingNode:
		if i := keyIndex(n, step.Key); i >= 0 {
			return &n.Content[i+1], true
		}
	}
	return nil, false
}

// descend goes one step down and creates a mapping where there is nothing or null.
func descend(n *yaml.Node, step Step) (*yaml.Node, error) {
	if s, ok := slot(n, step); ok && (*s).Kind == yaml.AliasNode {
		return nil, fmt.Errorf("leads through an alias")
	} else if ok && ((*s).Kind != yaml.ScalarNode || (*s).ShortTag() != nullTag) {
		return *s, nil
	}
	if n.Kind == yaml.MappingNode {
		if _, merged := entry(n, step.Key, 0); merged && keyIndex(n, step.Key) < 0 {
			return nil, fmt.Errorf("leads through a merge key")
		}
	}
	made := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	return made, put(n, step, made)
}

func put(n *yaml.Node, step Step, value *yaml.Node) error {
	if s, ok := slot(n, step); ok {
		keepComments(*s, value)
		*s = value
		return nil
	}
	if len(n.Content) == 0 {
		n.Style &^= yaml.FlowStyle // `{}` and `[]` become blocks when filled
	}
	switch {
	case n.Kind == yaml.MappingNode:
		n.Content = append(n.Content, String(step.Key), value)
	case n.Kind == yaml.SequenceNode && step.IsIndex && step.Index == len(n.Content):
		n.Content = append(n.Content, value)
	case n.Kind == yaml.SequenceNode:
		return fmt.Errorf("no element of a sequence of %d", len(n.Content))
	default:
		return fmt.Errorf("not a mapping or sequence")
	}
	return nil
}

func keepComments(from, to *yaml.Node) {
	if from == to || to.HeadComment != "" || to.LineComment != "" || to.FootComment != "" {
		return
	}
	to.HeadComment, to.LineComment, to.FootComment = from.HeadComment, from.LineComment, from.FootComment
}

// yaml11 matches plain scalars that YAML 1.1 readers, kubectl among them, take for a boolean, a base-60 number or a
// special value, while YAML 1.2 readers see a string.
var yaml11 = regexp.MustCompile(
	`^(?:[yY]|[yY]es|YES|[nN]|[nN]o|NO|[oO]n|ON|[oO]ff|OFF|=|<<|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)$`)

// String makes a string node that YAML 1.1 and 1.2 readers alike take for this string: quoted where needed.
func String(value string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: strTag, Value: value}
	plain := yaml.Node{Kind: yaml.ScalarNode, Value: value}
	if plain.ShortTag() != strTag || yaml11.MatchString(value) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}
