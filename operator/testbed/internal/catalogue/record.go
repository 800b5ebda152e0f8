package catalogue

import (
	"context"
	"fmt"
)

// Servers gives the program of a Valkey version, such as 9.1.2.
type Servers func(ctx context.Context, version string) (program string, err error)

// The versions that are recorded, by minor version.
func recorded() map[string]string {
	return map[string]string{"8.0": "8.0.1", "8.1": "8.1.1", "9.1": "9.1.2"}
}

// published is the version whose facts are from its source, between two that are recorded.
const (
	publishedMinor   = "9.0"
	publishedVersion = "9.0.4"
)

const (
	aboutServer = "Recorded by `testbed record-catalogue` from the answers of a running server; do not edit. Units, grammars and what only a file takes are from operator/testbed/internal/catalogue/facts."
	aboutSource = "Written by `testbed record-catalogue`; do not edit. What 8.1 and 9.1 agree on, and the published facts of operator/testbed/internal/catalogue/facts in all else; no running server was asked."
)

// version is all that is recorded of one.
type version struct {
	header
	directives []directive
	commands   []command
	categories []string
}

// Record asks the servers and returns the data files of every version, oldest first. It takes some seconds a version.
func Record(ctx context.Context, servers Servers) ([]File, error) {
	versions := map[string]version{}
	for minor := range recorded() {
		v, err := recordVersion(ctx, servers, minor)
		if err != nil {
			return nil, fmt.Errorf("recording %s: %w", minor, err)
		}
		versions[minor] = v
	}
	middle, err := publish(versions["8.1"], versions["9.1"])
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", publishedMinor, err)
	}
	versions[publishedMinor] = middle
	var files []File
	for _, minor := range []string{"8.0", "8.1", publishedMinor, "9.1"} {
		if files, err = appendFiles(files, versions[minor]); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func recordVersion(ctx context.Context, servers Servers, minor string) (version, error) {
	v := version{header: header{Minor: minor, Version: recorded()[minor], From: fromServer, About: aboutServer}}
	program, err := servers(ctx, v.Version)
	if err != nil {
		return v, err
	}
	known, err := loadDirectiveFacts()
	if err != nil {
		return v, err
	}
	r := recorder{minor: minor, program: program, facts: known}
	if v.directives, err = r.directives(ctx); err != nil {
		return v, err
	}
	v.commands, v.categories, err = r.commands(ctx)
	return v, err
}

func publish(older, newer version) (version, error) {
	v := version{header: header{Minor: publishedMinor, Version: publishedVersion, From: fromSource, About: aboutSource}, categories: newer.categories}
	var directives map[string]*directive
	err := loadFacts("directives-"+publishedMinor, &directives)
	if err != nil {
		return v, err
	}
	v.directives, err = between(older.directives, newer.directives, directives,
		func(d *directive) *string { return &d.Name }, func(d *directive) *string { return &d.From })
	if err != nil {
		return v, fmt.Errorf("directives: %w", err)
	}
	var commands map[string]*command
	if err := loadFacts("commands-"+publishedMinor, &commands); err != nil {
		return v, err
	}
	v.commands, err = between(older.commands, newer.commands, commands,
		func(c *command) *string { return &c.Name }, func(c *command) *string { return &c.From })
	if err != nil {
		return v, fmt.Errorf("commands: %w", err)
	}
	return v, nil
}

func appendFiles(files []File, v version) ([]File, error) {
	conf, err := encode(v.header, nil, "directives", v.directives)
	if err != nil {
		return nil, err
	}
	acl, err := encode(v.header, v.categories, "commands", v.commands)
	if err != nil {
		return nil, err
	}
	return append(files,
		File{Conf: true, Name: "directives-" + v.Minor + ".json", Data: conf},
		File{Name: "commands-" + v.Minor + ".json", Data: acl}), nil
}
