package conf

import (
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed data/*.json
var dataFiles embed.FS

// dataNames is the embedded catalogue of each minor version, oldest first.
func dataNames() []string {
	return []string{
		"data/directives-8.0.json",
		"data/directives-8.1.json",
		"data/directives-9.0.json",
		"data/directives-9.1.json",
	}
}

// dataset is every catalogue and what follows from all of them together.
type dataset struct {
	byAge     []*Catalogue
	canonical map[string]string   // any accepted spelling -> canonical name
	spellings map[string][]string // canonical name -> all spellings, sorted
	multi     map[string]bool     // canonical names that take several arguments
}

// catalogues parses the embedded data once. It is a package variable because the
// data is a constant of the build that Go cannot write as one; nothing changes it
// after it is built. Broken data, which a test of this package refuses, gives one
// empty catalogue.
var catalogues = sync.OnceValue(func() *dataset { //nolint:gochecknoglobals // immutable, see above
	ds, err := loadDataset()
	if err != nil {
		return &dataset{byAge: []*Catalogue{{Version: Version{}.orUnknown()}}}
	}
	return ds
})

// catalogueFile is the layout of a data file.
type catalogueFile struct {
	Minor      string      `json:"minor"`
	Version    string      `json:"version"`
	From       Source      `json:"from"`
	About      string      `json:"about"`
	Directives []Directive `json:"directives"`
}

func loadDataset() (*dataset, error) {
	ds := &dataset{}
	for _, name := range dataNames() {
		raw, err := dataFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading catalogue %q: %w", name, err)
		}
		c, err := parseCatalogue(raw)
		if err != nil {
			return nil, fmt.Errorf("parsing catalogue %q: %w", name, err)
		}
		ds.byAge = append(ds.byAge, c)
	}
	ds.indexNames()
	ds.markLifetimes()
	ds.indexMulti()
	return ds, nil
}

func parseCatalogue(raw []byte) (*Catalogue, error) {
	var f catalogueFile
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, fmt.Errorf("decoding: %w", err)
	}
	v, known := ParseVersion(f.Minor)
	if !known {
		return nil, fmt.Errorf("minor version %q: not a version", f.Minor)
	}
	c := &Catalogue{Version: v, Recorded: f.Version, From: f.From, About: f.About,
		directives: f.Directives, spelled: map[string]int{}}
	for i, d := range c.directives {
		for _, name := range append([]string{d.Name}, d.Aliases...) {
			if _, twice := c.spelled[name]; twice {
				return nil, fmt.Errorf("name %q: listed twice", name)
			}
			c.spelled[name] = i
		}
	}
	return c, nil
}
