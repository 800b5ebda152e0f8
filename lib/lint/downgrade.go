package lint

import (
	"fmt"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

// downgrade reports what lowers the Valkey version against the state before, at
// the field that did it: the version of an image, the imageRef of a config, or
// the configRef of a cluster. Patch versions do not count, nor does a version
// that is not known on both sides.
func downgrade(r *run) []Finding {
	if r.in.Before == nil {
		return nil
	}
	before := resolve.New(r.in.Before, r.in.Options)
	out := r.loweredImages()
	out = append(out, perChain(r.resolved, func(config *resolve.Config) []Finding {
		was, err := before.Config(config.Name)
		if err != nil || was.Image.Name == config.Image.Name || !lower(was.Image.Version, config.Image.Version) {
			return nil
		}
		return []Finding{{
			Object: menu.ConfigRef(config.Image.Config), Path: "spec.imageRef",
			Message: lowered(was.Image.Declared, config.Image.Declared),
		}}
	})...)
	return append(out, r.loweredClusters(before)...)
}

func (r *run) loweredImages() []Finding {
	var out []Finding
	for _, image := range r.menu.Images() {
		was := r.in.Before.Image(image.Name)
		if was == nil {
			continue
		}
		old, _ := conf.ParseVersion(was.Spec.Version)
		now, _ := conf.ParseVersion(image.Spec.Version)
		if lower(old, now) {
			out = append(out, Finding{
				Object: menu.ImageRef(image.Name), Path: "spec.version",
				Message: lowered(was.Spec.Version, image.Spec.Version),
			})
		}
	}
	return out
}

func (r *run) loweredClusters(before *resolve.Resolver) []Finding {
	var out []Finding
	for _, c := range r.clusters {
		was := r.in.Before.Cluster(c.Namespace, c.Name)
		if was == nil || was.Spec.ConfigRef == c.Spec.ConfigRef {
			continue
		}
		old, errOld := before.Config(was.Spec.ConfigRef)
		now, errNow := r.resolver.Config(c.Spec.ConfigRef)
		if errOld == nil && errNow == nil && lower(old.Image.Version, now.Image.Version) {
			out = append(out, Finding{
				Object: clusterRef(c.ValkeyCluster), Path: "spec.configRef",
				Message: lowered(old.Image.Declared, now.Image.Declared),
			})
		}
	}
	return out
}

func lower(old, now conf.Version) bool {
	return old.Known() && now.Known() && now.Below(old.Major, old.Minor)
}

func lowered(old, now string) string {
	return fmt.Sprintf("the Valkey version goes down from %q to %q: an older server may not load what a newer one sends it", old, now)
}
