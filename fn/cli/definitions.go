package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/component"
	"github.com/valkey-menu/valkey-menu/fn/definitions"
	"github.com/valkey-menu/valkey-menu/fn/jsonschema"
)

func newDefinitions(s streams) *cobra.Command {
	var schemas, kustomize string
	cmd := &cobra.Command{
		Use:   "definitions",
		Short: "Print the definitions of the functionConfig kinds, or write JSON schemas or the kustomize Component",
		Long: `Print ` + definitions.FileName + `: a KRMFunctionDefinition of each functionConfig kind,
with its schema.

With --json-schemas it writes a JSON schema of each of these kinds and of each
CRD below a folder, for kubeconform and for editors. They know types, bounds,
unknown and missing fields; CEL rules and everything between objects is left to
validate.

With --component it writes the kustomize Component, which tells kustomize which
fields are references and which kinds have no namespace.`,
		Example: `  valkey-menu definitions > ` + definitions.FileName + `
  valkey-menu definitions --json-schemas schemas
  valkey-menu definitions --component valkey
  kubeconform -strict -schema-location 'schemas/` + jsonschema.Location + `' menu`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asked := cmd.Flags().Changed
			if !asked("json-schemas") && !asked("component") {
				return s.write(definitions.File())
			}
			return errors.Join(
				written(asked, "json-schemas", schemas, jsonschema.Write),
				written(asked, "component", kustomize, component.Write),
			)
		},
	}
	f := cmd.Flags()
	f.StringVar(&schemas, "json-schemas", "", "write JSON schemas below this folder, by group, in place of the definitions")
	f.StringVar(&kustomize, "component", "", "write the kustomize Component into this folder, in place of the definitions")
	return cmd
}

// written writes to the folder that a flag names, if it was given.
func written(asked func(string) bool, flag, dir string, write func(string) error) error {
	switch {
	case !asked(flag):
		return nil
	case dir == "":
		return fmt.Errorf("--%s needs a folder", flag)
	}
	if err := write(dir); err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	return nil
}
