package overlay

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/kyaml/fn/runtime/runtimeutil"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/valkey-menu/valkey-menu/fn/config"
)

// ourName is the name of this program, where a functionConfig is a ConfigMap.
const ourName = "valkey-menu"

// function judges one functionConfig and returns it as the build gets it. A
// transformer that is built into kustomize passes; ours is told to start the
// program that is running; anything else is refused.
func (s *scan) function(where string, o *resource.Resource) ([]byte, error) {
	text, err := o.AsYAML()
	if err != nil {
		return nil, err
	}
	gvk := o.GetGvk()
	if gvk.Group == "" && gvk.Version == konfig.BuiltinPluginApiVersion {
		return text, s.builtin(where, gvk.Kind, o.GetName(), text)
	}
	refuse := func(format string, args ...any) error {
		return s.refuse(where, fmt.Sprintf("%s %q: ", gvk.Kind, o.GetName())+fmt.Sprintf(format, args...))
	}
	spec, err := functionSpec(text)
	if err != nil {
		return nil, refuse("%v", err)
	}
	if spec == nil {
		return nil, refuse("has no annotation %s that says what to run (exec: {path: valkey-menu})", runtimeutil.FunctionAnnotationKey)
	}
	if gvk.Group != config.Group && !startsUs(spec) {
		return nil, refuse("is a function of others (%s), which this build does not run: use kustomize build ... | valkey-menu validate -", runs(spec))
	}
	if s.validating {
		return nil, refuse("is listed under validators, where kustomize takes what it adds to the objects itself for a change: list it last under transformers")
	}
	if len(spec.Exec.Args) > 0 && strings.Join(spec.Exec.Args, " ") != "fn" {
		return nil, refuse("starts valkey-menu with the arguments %q: a function has none, or fn", spec.Exec.Args)
	}
	s.started = true
	return s.ours(o, spec.DeferFailure)
}

// ours writes one of our functionConfigs so that it starts our program. Variables
// of the environment are left out: the function reads none.
func (s *scan) ours(o *resource.Resource, deferFailure bool) ([]byte, error) {
	want := runtimeutil.FunctionSpec{DeferFailure: deferFailure, Exec: runtimeutil.ExecSpec{Path: s.program, Args: []string{"fn"}}}
	spec := map[string]any{"exec": map[string]any{"path": want.Exec.Path, "args": want.Exec.Args}}
	if deferFailure {
		spec["deferFailure"] = true
	}
	value, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	config := o.DeepCopy()
	annotations := config.GetAnnotations()
	annotations[runtimeutil.FunctionAnnotationKey] = string(value)
	if err := config.SetAnnotations(annotations); err != nil {
		return nil, err
	}
	text, err := config.AsYAML()
	if err == nil && s.unjudged {
		text, err = unjudged(text)
	}
	if err != nil {
		return nil, err
	}
	got, err := functionSpec(text)
	if err != nil {
		return nil, fmt.Errorf("%s %q: writing the function to run: %w", o.GetKind(), o.GetName(), err)
	}
	if got == nil || got.Container.Image != "" || got.Exec.Path != s.program {
		return nil, fmt.Errorf("%s %q: writing the function to run: the result would run %s", o.GetKind(), o.GetName(), runs(got))
	}
	return text, nil
}

// functionSpec reads what a functionConfig runs in the way of kustomize; nil if
// it does not say.
func functionSpec(text []byte) (*runtimeutil.FunctionSpec, error) {
	node, err := yaml.Parse(string(text))
	if err != nil {
		return nil, err
	}
	return runtimeutil.GetFunctionSpec(node)
}

func startsUs(spec *runtimeutil.FunctionSpec) bool {
	name := path.Base(filepath.ToSlash(spec.Exec.Path))
	return spec.Container.Image == "" && (name == ourName || name == ourName+".exe")
}

// runs names what a functionConfig starts.
func runs(spec *runtimeutil.FunctionSpec) string {
	switch {
	case spec == nil:
		return "nothing"
	case spec.Container.Image != "":
		return "container " + spec.Container.Image
	case spec.Exec.Path != "":
		return "exec " + spec.Exec.Path
	default:
		return "neither exec nor container"
	}
}
