package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/valkey-menu/valkey-menu/fn/config"
	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/lint"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// common are the flags of every command that reads objects.
type common struct {
	clusterDomain string
	zoneSpread    string
	podUser       string
	baseDir       string
	kustomize     string

	// revision at which the overlay is built, empty for the working tree.
	revision string
	// exact keeps the bytes of the build as kustomize gives them.
	exact bool
	// at is the folder of the overlay in that revision, in the form of gitrev.Spec;
	// empty for that of kustomize.
	at string
	// top is that folder as seen from the top of the repository, once it was built.
	top string
	// said gets what the functions of a build write to standard error, nil for that
	// of the process.
	said io.Writer
	// unjudged leaves the verdict on the build to the caller.
	unjudged bool
}

func (c *common) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.clusterDomain, "cluster-domain", resolve.DefaultClusterDomain, "DNS domain of the Kubernetes cluster")
	f.StringVar(&c.zoneSpread, "default-zone-spread", string(resolve.DefaultZoneSpread), "zone spread of clusters that set none: bestEffort or required")
	f.StringVar(&c.podUser, "pod-user", fmt.Sprint(resolve.DefaultPodUser), `numeric user of pods, "" where the platform assigns one`)
	f.StringVar(&c.kustomize, "kustomize", "", "folder of a kustomize overlay, which is built here, with our functions in it and no kustomize binary")
	f.StringVar(&c.baseDir, "base-dir", "", "folder that file names in reports are relative to (default: the current one)")
}

// options checks the flags and returns the inputs of resolution.
func (c *common) options() (resolve.Options, error) {
	if err := oneOf("--default-zone-spread", c.zoneSpread, string(v1alpha1.SpreadBestEffort), string(v1alpha1.SpreadRequired)); err != nil {
		return resolve.Options{}, err
	}
	if err := config.CheckClusterDomain(c.clusterDomain); err != nil {
		return resolve.Options{}, fmt.Errorf("--cluster-domain: %w", err)
	}
	if info, err := os.Stat(cmp.Or(c.baseDir, ".")); err != nil || !info.IsDir() {
		return resolve.Options{}, fmt.Errorf("--base-dir: %q is not a folder", c.baseDir)
	}
	user, err := config.ParsePodUser(c.podUser)
	if err != nil {
		return resolve.Options{}, fmt.Errorf("--pod-user: %w", err)
	}
	inputs := config.Common{
		ClusterDomain: c.clusterDomain, DefaultZoneSpread: v1alpha1.ZoneSpread(c.zoneSpread), PodUser: &user,
	}
	return inputs.Options(), nil
}

func oneOf(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("%s: %q is not one of %s", flag, value, strings.Join(slices.DeleteFunc(slices.Clone(allowed), isEmpty), ", "))
}

func isEmpty(s string) bool { return s == "" }

// severities reads --rule ID=SEVERITY flags.
func severities(flags []string) (map[string]lint.Severity, error) {
	out := map[string]lint.Severity{}
	for _, flag := range flags {
		name, severity, ok := strings.Cut(flag, "=")
		if !ok {
			return nil, fmt.Errorf("--rule: %q is not of the form VK031=off", flag)
		}
		rule, err := lookupRule(name)
		if err != nil {
			return nil, fmt.Errorf("--rule: %w", err)
		}
		if err := oneOf("--rule "+name, severity, "error", "warning", "info", "off"); err != nil {
			return nil, err
		}
		out[rule.ID] = lint.Severity(severity)
	}
	return out, nil
}

// lookupRule finds a rule by its id or slug, in any case.
func lookupRule(name string) (lint.Rule, error) {
	var known []string
	for _, r := range lint.Rules() {
		if strings.EqualFold(name, r.ID) || strings.EqualFold(name, r.Slug) {
			return r, nil
		}
		known = append(known, r.ID, r.Slug)
	}
	if hint := didYouMean(name, known); hint != "" {
		return lint.Rule{}, fmt.Errorf("unknown rule %q%s", name, hint)
	}
	return lint.Rule{}, fmt.Errorf("unknown rule %q: valkey-menu rules lists them", name)
}
