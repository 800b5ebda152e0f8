package acl

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed data/*.json
var dataFiles embed.FS

// dataNames are the embedded catalogues, oldest first.
func dataNames() []string {
	return []string{
		"data/commands-8.0.json",
		"data/commands-8.1.json",
		"data/commands-9.0.json",
		"data/commands-9.1.json",
	}
}

// dataset is every catalogue, oldest first. If the data is broken it holds one
// empty catalogue, and err, which a test of this package refuses.
type dataset struct {
	byAge []*Catalogue
	err   error
}

// catalogues parses the embedded data once.
var catalogues = sync.OnceValue(func() dataset { //nolint:gochecknoglobals // a constant of the build that Go cannot write as one; nothing changes it
	var ds dataset
	for _, name := range dataNames() {
		c, err := loadCatalogue(name)
		if err != nil {
			return dataset{byAge: []*Catalogue{{}}, err: err}
		}
		ds.byAge = append(ds.byAge, c)
	}
	return ds
})

// catalogueFile is the layout of a data file.
type catalogueFile struct {
	Minor      string    `json:"minor"`
	Version    string    `json:"version"`
	From       string    `json:"from"`
	About      string    `json:"about"`
	Categories []string  `json:"categories"`
	Commands   []command `json:"commands"`
}

func loadCatalogue(name string) (*Catalogue, error) {
	data, err := dataFiles.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading catalogue %q: %w", name, err)
	}
	var file catalogueFile
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("parsing catalogue %q: %w", name, err)
	}
	c := &Catalogue{
		Version: file.Version, From: file.From, About: file.About,
		categories: file.Categories, commands: make(map[string]*command, len(file.Commands)),
	}
	if _, err := fmt.Sscanf(file.Minor, "%d.%d", &c.major, &c.minor); err != nil {
		return nil, fmt.Errorf("parsing catalogue %q: minor %q: %w", name, file.Minor, err)
	}
	for i := range file.Commands {
		cmd := &file.Commands[i]
		cmd.id = i
		cmd.wideCounts = c.major < 9 || c.major == 9 && c.minor < 1
		if c.commands[cmd.Name] != nil {
			return nil, fmt.Errorf("parsing catalogue %q: command %q repeats", name, cmd.Name)
		}
		c.commands[cmd.Name] = cmd
		c.list = append(c.list, cmd)
	}
	if err := c.link(); err != nil {
		return nil, fmt.Errorf("parsing catalogue %q: %w", name, err)
	}
	return c, nil
}

// link joins each subcommand with its container.
func (c *Catalogue) link() error {
	for _, cmd := range c.list {
		container, _, sub := strings.Cut(cmd.Name, "|")
		if !sub {
			continue
		}
		parent := c.commands[container]
		if parent == nil {
			return fmt.Errorf("subcommand %q has no container", cmd.Name)
		}
		parent.subcommands = append(parent.subcommands, cmd)
	}
	return nil
}
