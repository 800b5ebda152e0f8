package overlay

import (
	"slices"
	"strconv"

	"sigs.k8s.io/kustomize/api/types"
)

// harmless are the plugins that are built into kustomize v0.21.2 and start no
// program. Those that read files are looked through for what is remote. The one
// that is missing is HelmChartInflationGenerator.
var harmless = []string{
	"AnnotationsTransformer", "ConfigMapGenerator", "HashTransformer", "IAMPolicyGenerator", "ImageTagTransformer",
	"LabelTransformer", "NamespaceTransformer", "PatchJson6902Transformer", "PatchStrategicMergeTransformer",
	"PatchTransformer", "PrefixSuffixTransformer", "PrefixTransformer", "ReplacementTransformer",
	"ReplicaCountTransformer", "SecretGenerator", "SuffixTransformer", "ValueAddTransformer",
}

const (
	helmPlugin = "HelmChartInflationGenerator"
	startsHelm = "starts the program helm, which this build does not run: use kustomize build --enable-helm ... | valkey-menu validate -"
)

// builtin judges a functionConfig of a plugin that is built into kustomize.
func (s *scan) builtin(where, kind, name string, text []byte) error {
	switch {
	case kind == helmPlugin:
		return s.refuse(where, kind+" "+strconv.Quote(name)+": "+startsHelm)
	case !slices.Contains(harmless, kind):
		return s.refuse(where, kind+" "+strconv.Quote(name)+": is a plugin that this build does not know: "+
			"use kustomize build ... | valkey-menu validate -")
	}
	return s.remoteConfig(where, text)
}

// helm refuses the fields of a kustomization that start Helm, or say how.
func (s *scan) helm(file string, k *types.Kustomization) error {
	fields := []struct {
		name string
		set  bool
	}{
		{"helmCharts", len(k.HelmCharts) > 0},
		{"helmChartInflationGenerator", len(k.HelmChartInflationGenerator) > 0},
		{"helmGlobals", k.HelmGlobals != nil},
	}
	for _, field := range fields {
		if field.set {
			return s.refuse(file, field.name+" "+startsHelm)
		}
	}
	return nil
}
