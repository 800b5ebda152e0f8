package parity

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

//go:embed testdata/patterns/*.yaml testdata/rules/*.yaml
var testdata embed.FS

// pattern is a file of testdata/patterns: texts that a pattern accepts and
// texts that it refuses, wherever it stands.
type pattern struct {
	file     string
	Pattern  string   `json:"pattern"`
	Accepted []string `json:"accepted"`
	Refused  []string `json:"refused"`
}

// ruleFile is a file of testdata/rules: changes that a CEL rule accepts and
// changes that it refuses.
type ruleFile struct {
	file string
	// Places are kind and path of each place where the rule stands.
	Places   []string `json:"places"`
	Rule     string   `json:"rule"`
	Message  string   `json:"message"`
	Accepted []change `json:"accepted"`
	Refused  []change `json:"refused"`
}

// change is a merge patch of what stands at the rule's place in the base
// object. Old makes the object that was stored before, for a transition; it is
// a patch too, and an empty one stores the base object.
type change struct {
	Name string `json:"name"`
	Old  any    `json:"old,omitempty"`
	New  any    `json:"new"`
}

func (b *builder) readHandwritten() error {
	err := eachFile("testdata/patterns", func(name string, raw []byte) error {
		p := pattern{file: name}
		err := yaml.UnmarshalStrict(raw, &p)
		b.patterns = append(b.patterns, p)
		return err
	})
	if err != nil {
		return err
	}
	return eachFile("testdata/rules", func(name string, raw []byte) error {
		r := ruleFile{file: name}
		err := yaml.UnmarshalStrict(raw, &r)
		b.rules = append(b.rules, r)
		return err
	})
}

func eachFile(dir string, read func(name string, raw []byte) error) error {
	entries, err := fs.ReadDir(testdata, dir)
	if err != nil {
		return fmt.Errorf("listing %s: %w", dir, err)
	}
	for _, entry := range entries {
		name := strings.TrimPrefix(dir, "testdata/") + "/" + entry.Name()
		raw, err := fs.ReadFile(testdata, dir+"/"+entry.Name())
		if err == nil {
			err = read(name, raw)
		}
		if err != nil {
			return fmt.Errorf("reading testdata/%s: %w", name, err)
		}
	}
	return nil
}

func (b *builder) files() []string {
	var all []string
	for _, p := range b.patterns {
		all = append(all, p.file)
	}
	for _, r := range b.rules {
		for _, place := range r.Places {
			all = append(all, r.file+" "+place)
		}
	}
	return all
}

func (b *builder) patternOf(text string) (pattern, error) {
	for _, p := range b.patterns {
		if p.Pattern == text {
			b.used[p.file] = true
			return p, nil
		}
	}
	return pattern{}, fmt.Errorf("no file in testdata/patterns has values for %s", text)
}

func (c *cases) pattern() {
	p, err := c.patternOf(c.Text)
	c.fail(err)
	for _, text := range p.Accepted {
		c.keep(fmt.Sprintf("%q", text), c.node.steps, text)
	}
	for _, text := range p.Refused {
		c.breakIt(fmt.Sprintf("%q", text), metav1.CauseTypeFieldValueInvalid, text)
	}
}

// celRule adds the cases of the file that names the rule at this place.
func (c *cases) celRule() {
	place := strings.TrimSpace(c.Kind + " " + c.Path)
	for _, r := range c.rules {
		if r.Rule == c.rule.Rule && r.Message == c.rule.Message && slices.Contains(r.Places, place) {
			c.used[r.file+" "+place] = true
			c.changes(r.Accepted, func(name string, value any) { c.keep(name, c.node.steps, value) })
			c.changes(r.Refused, func(name string, value any) { c.breakIt(name, metav1.CauseTypeFieldValueInvalid, value) })
			return
		}
	}
}

func (c *cases) changes(changes []change, add func(name string, value any)) {
	for _, change := range changes {
		add(change.Name, merge(c.current(), change.New))
		if change.Old != nil {
			old, err := with(c.object(), c.node.steps, merge(c.current(), change.Old))
			c.fail(err)
			c.corpus.Cases[len(c.corpus.Cases)-1].Old = old
		}
	}
}

func lines(texts []string) string { return "  " + strings.Join(texts, "\n  ") }
