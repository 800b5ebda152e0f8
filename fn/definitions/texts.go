package definitions

import (
	"reflect"

	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/source"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// fields are the fields of fn/config by the struct that declares them.
func fields() map[reflect.Type]map[string]field {
	return map[reflect.Type]map[string]field{
		reflect.TypeFor[config.Common]():                   commonFields(),
		reflect.TypeFor[config.Source]():                   sourceFields(),
		reflect.TypeFor[config.Menu]():                     menuFields(),
		reflect.TypeFor[config.Image]():                    imageFields(),
		reflect.TypeFor[config.Role]():                     {"name": {text: "Name of the ValkeyRole."}},
		reflect.TypeFor[v1alpha1.ValkeyRoleSpec]():         roleFields(),
		reflect.TypeFor[config.Tree]():                     treeFields(),
		reflect.TypeFor[config.Entry]():                    entryFields(),
		reflect.TypeFor[config.Tenant]():                   tenantFields(),
		reflect.TypeFor[config.Team]():                     teamFields(),
		reflect.TypeFor[rbacv1.Subject]():                  subjectFields(),
		reflect.TypeFor[config.NetworkPolicy]():            {"clients": {text: "Label selector of the pods, in the team's namespace, that may reach Valkey."}},
		reflect.TypeFor[metav1.LabelSelector]():            selectorOfPods(),
		reflect.TypeFor[metav1.LabelSelectorRequirement](): requirementFields(),
		reflect.TypeFor[config.Render]():                   renderFields(),
		reflect.TypeFor[config.Selector]():                 selectorFields(),
		reflect.TypeFor[config.Validate]():                 validateFields(),
		reflect.TypeFor[config.Against]():                  {"path": {text: "File or folder below the kustomization."}},
		reflect.TypeFor[config.Report]():                   reportFields(),
	}
}

func commonFields() map[string]field {
	return map[string]field{
		"sources":       {text: "Files and folders whose objects are read too."},
		"clusterDomain": {text: "DNS domain of the Kubernetes cluster.", initial: resolve.DefaultClusterDomain, pattern: domainPattern},
		"defaultZoneSpread": {text: "Zone spread of clusters that set no placement.zoneSpread.", initial: resolve.DefaultZoneSpread,
			words: []string{string(v1alpha1.SpreadBestEffort), string(v1alpha1.SpreadRequired)}},
		"podUser": {text: "Numeric user, group and fsGroup of pods; an empty text where the platform assigns one.", initial: resolve.DefaultPodUser},
	}
}

func sourceFields() map[string]field {
	return map[string]field{
		"path":    {text: "File or folder, relative to and below the kustomization that lists the function."},
		"include": {text: "Globs for the files of a folder; by default *.yaml, *.yml and *.json. One without a slash matches the name in every folder."},
		"exclude": {text: "Globs of files to leave out; wins over include."},
	}
}

func menuFields() map[string]field {
	return map[string]field{
		"repository":  {text: "Repository of images that set none."},
		"images":      {text: "ValkeyImages to write."},
		"roles":       {text: "ValkeyRoles to write."},
		"trees":       {text: "ValkeyConfigs to write, each tree a base and the variants that inherit from it."},
		"labels":      {text: "Labels of every object that is written."},
		"annotations": {text: "Annotations of every object that is written."},
	}
}

func imageFields() map[string]field {
	return map[string]field{
		"version":    {text: "Version of Valkey in the image."},
		"tag":        {text: "Tag of the image; by default the version."},
		"repository": {text: "Repository of the image; by default that of the menu, and one of the two must be set."},
		"name":       {text: "Name of the ValkeyImage; by default valkey- and the version with dashes."},
	}
}

func roleFields() map[string]field {
	return map[string]field{
		"categories": {text: "Categories of commands, in the order in which they are applied."},
		"commands":   {text: "Commands by name, applied after the categories."},
	}
}

func treeFields() map[string]field {
	return map[string]field{
		"prefix":   {text: "Put before every name of the tree."},
		"base":     {text: "Config at the root of the tree."},
		"variants": {text: "Configs that inherit from the base; their baseRef is set."},
	}
}

func entryFields() map[string]field {
	return map[string]field{
		"name":      {text: "Name of the ValkeyConfig, without the prefix."},
		"imageRef":  {text: "Name of a ValkeyImage; may come from the base."},
		"resources": {text: "Resources of the Valkey container."},
		"valkey":    {text: "Directives of valkey.conf, merged with those of the base."},
		"acl":       {text: "Users of every cluster of this config. A list, also an empty one, takes the place of the base's."},
	}
}

func tenantFields() map[string]field {
	return map[string]field{
		"tenants": {text: "Product teams."},
		"menuReader": {text: "Whether to write the shared ClusterRole valkey-menu-reader or only to refer to it.",
			initial: config.MenuReaderCreate, words: []string{string(config.MenuReaderCreate), string(config.MenuReaderReference)}},
	}
}

func teamFields() map[string]field {
	return map[string]field{
		"name":          {text: "Name of the team, which names its roles and bindings."},
		"namespace":     {text: "Namespace of the team; by default its name. Teams may share one."},
		"subjects":      {text: "Users, groups and service accounts of the team."},
		"networkPolicy": {text: "Asks for a NetworkPolicy around the Valkey pods of the namespace."},
	}
}

func subjectFields() map[string]field {
	return map[string]field{
		"kind":      {text: "User, Group or ServiceAccount."},
		"apiGroup":  {text: "API group of the subject; by default the one that goes with its kind."},
		"name":      {text: "Name of the subject."},
		"namespace": {text: "Namespace of a service account; by default that of the team."},
	}
}

func selectorOfPods() map[string]field {
	return map[string]field{
		"matchLabels":      {text: "Labels that a pod must have."},
		"matchExpressions": {text: "Requirements on labels; all must hold, beside matchLabels."},
	}
}

func requirementFields() map[string]field {
	return map[string]field{
		"key":      {text: "Key of the label."},
		"operator": {text: "In, NotIn, Exists or DoesNotExist."},
		"values":   {text: "Values for In and NotIn; none for the others."},
	}
}

func renderFields() map[string]field {
	return map[string]field{
		"normalise": {text: "Take namespaces off images, configs and roles, and write current names into references.", initial: true},
		"defaults":  {text: "Write the defaults of the CRDs into the objects.", initial: true},
		"emit": {text: "What to add to the build for each ValkeyCluster: a preview as a ConfigMap, or every object that the operator would create.",
			initial: config.EmitNone, words: []string{string(config.EmitNone), string(config.EmitConfigMap), string(config.EmitManifests)}},
		"apply":    {text: "Keep what emit adds in the output of the build; without it kustomize drops it at the end.", initial: false},
		"selector": {text: "Clusters to emit for; every part that is set must match."},
	}
}

func selectorFields() map[string]field {
	return map[string]field{
		"namespaces": {text: "Namespaces of clusters."},
		"names":      {text: "Names of clusters."},
		"labels":     {text: "Labels that a cluster must have."},
	}
}

func validateFields() map[string]field {
	return map[string]field{
		"rules": {text: "Severities by id or name of a rule. Quote \"off\": YAML 1.1 reads it as false.",
			words: []string{string(lint.Error), string(lint.Warning), string(lint.Info), string(lint.Off)}},
		"failLevel": {text: "What fails the build.", initial: report.FailError,
			words: []string{string(report.FailError), string(report.FailWarning), string(report.FailNever)}},
		"external": {text: "References that are found nowhere; by default an error once the build has any image, config or role, else a warning.",
			words: []string{"ignore", string(lint.Warning), string(lint.Error)}},
		"against":      {text: "State that the change starts from: enables the rules about transitions."},
		"placeholders": {text: "Forms of text that a later step fills in, ... for anything.", initial: source.DefaultPlaceholders()},
		"report":       {text: "Also write the report to a file."},
		"marker":       {text: "Put the annotation fn.valkey.gomomento.com/validated on each ValkeyCluster when the check passes.", initial: false},
	}
}

func reportFields() map[string]field {
	return map[string]field{
		"file":   {text: "File below the kustomization."},
		"format": {text: "Format of the file.", initial: report.FormatText, words: report.Formats()},
	}
}
