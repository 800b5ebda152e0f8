package explain

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/valkey-menu/valkey-menu/fn/cli/resolved"
	"github.com/valkey-menu/valkey-menu/lib/conf"
)

// KindDirective is the kind of a DirectiveJSON, of resolved.APIVersion.
const KindDirective = "ResolvedDirective"

// DirectiveJSON is one directive of a cluster for programs.
type DirectiveJSON struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Metadata   resolved.Metadata `json:"metadata"`
	Name       string            `json:"name"`
	// Effective is what stands in valkey.conf; absent where nothing does.
	Effective *resolved.Setting `json:"effective,omitempty"`
	// Forced and Managed say that a value of the menu never takes effect.
	Forced  bool `json:"forced"`
	Managed bool `json:"managed"`
	// Chain lists who of the chain sets it, child first; the first one counts.
	Chain []SetJSON `json:"chain"`
}

// SetJSON is one place of the chain that sets a directive.
type SetJSON struct {
	Config  string `json:"config"`
	Spelled string `json:"spelled"`
	// Value is redacted for secret directives.
	Value string `json:"value"`
	// At is file:line:column.
	At string `json:"at,omitempty"`
}

// DirectiveForm is the machine-readable form of a directive's page.
func DirectiveForm(c *resolved.Cluster, name string, chain []Set) DirectiveJSON {
	d := DirectiveJSON{
		APIVersion: resolved.APIVersion, Kind: KindDirective, Metadata: c.Metadata, Name: name,
		Forced: conf.IsForced(name, c.TLS != nil), Managed: conf.IsManaged(name), Chain: make([]SetJSON, len(chain)),
	}
	if s, ok := effective(c, name); ok {
		d.Effective = &s
	}
	for i, s := range chain {
		d.Chain[i] = SetJSON{s.Config, s.Spelled, conf.Redact(name, s.Value), s.At}
	}
	return d
}

// JSON writes a form as one indented JSON object.
func JSON(form any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(form); err != nil {
		return nil, fmt.Errorf("encoding what is explained: %w", err)
	}
	return b.Bytes(), nil
}
