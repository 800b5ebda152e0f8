package lint

import (
	"fmt"
	"math"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/valkey-menu/valkey-menu/lib/conf"
	"github.com/valkey-menu/valkey-menu/lib/menu"
	"github.com/valkey-menu/valkey-menu/lib/resolve"
)

const (
	cpuPath    = "spec.resources.cpu"
	memoryPath = "spec.resources.memory"
	// leastMemory in bytes; nobody means less, and no server runs in it.
	leastMemory = 1 << 20
)

// badQuantity reports what Kubernetes takes for no quantity or for none that a
// server could run in.
func badQuantity(r *run) []Finding {
	var out []Finding
	for _, c := range r.menu.Configs() {
		if c.Spec.Resources == nil {
			continue
		}
		values := []struct{ path, value string }{
			{cpuPath, c.Spec.Resources.CPU}, {memoryPath, c.Spec.Resources.Memory},
		}
		for _, v := range values {
			if v.value == "" || r.open(v.value) {
				continue
			}
			if f, bad := judgeQuantity(v.value, v.path == memoryPath); bad {
				f.Object, f.Path = menu.ConfigRef(c.Name), v.path
				out = append(out, f)
			}
		}
	}
	return out
}

func judgeQuantity(value string, memory bool) (Finding, bool) {
	q, err := resource.ParseQuantity(value)
	switch {
	case err != nil:
		return Finding{Message: fmt.Sprintf("%q is not a Kubernetes quantity%s", value, quantityMeant(value, memory))}, true
	case q.Sign() <= 0:
		return Finding{Message: fmt.Sprintf("%q is not above zero", value)}, true
	case memory && q.CmpInt64(leastMemory) < 0:
		return Finding{Severity: Warning, Message: fmt.Sprintf("%q is %s bytes to Kubernetes%s", value, decimal(q), quantityMeant(value+"i", true))}, true
	}
	return Finding{}, false
}

// quantityMeant suggests the quantity that a size in Valkey's or another usual
// notation stands for: 8gb is 8Gi.
func quantityMeant(value string, memory bool) string {
	if !memory {
		return ""
	}
	number := strings.TrimRight(strings.ToLower(value), "bi kmgt")
	unit := strings.TrimRight(strings.TrimSpace(strings.ToLower(value)[len(number):]), "bi")
	suffix, known := map[string]string{"k": "Ki", "m": "Mi", "g": "Gi", "t": "Ti"}[unit]
	if _, err := resource.ParseQuantity(number + suffix); err != nil || !known {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", number+suffix)
}

// noResources reports leaves whose pods run without a memory limit.
func noResources(r *run) []Finding {
	return perChain(r.leaves, func(leaf *resolve.Config) []Finding {
		f := Finding{Object: root(leaf), Path: "spec.resources"}
		switch {
		case leaf.Memory.Value != "":
			return nil
		case leaf.CPU.Value == "":
			f.Message = "neither cpu nor memory is set: pods are BestEffort, the first to be evicted and without a limit"
		default:
			f.Object, f.Path = menu.ConfigRef(leaf.CPU.Config), "spec.resources"
			f.Message = "memory is not set: pods have no memory limit, and nothing checks maxmemory"
		}
		return []Finding{f}
	})
}

// memoryUse is the maxmemory of a config beside its memory limit, in bytes.
type memoryUse struct {
	maxmemory, limit int64
	setting          resolve.Setting
}

// memory reads both sizes of a config. ok is false where one is missing, wrong
// or still to be filled in: other rules report that. A maxmemory of 0, Valkey's
// default, means no maximum.
func (r *run) memory(config *resolve.Config) (u memoryUse, ok bool) {
	q, err := resource.ParseQuantity(config.Memory.Value)
	if err != nil || q.CmpInt64(leastMemory) < 0 || q.CmpInt64(math.MaxInt64) > 0 {
		return memoryUse{}, false
	}
	u.limit, u.setting = q.Value(), config.Settings["maxmemory"]
	if u.setting.Config == "" {
		return u, true
	}
	u.maxmemory, err = conf.ParseMemory(u.setting.Value)
	return u, err == nil && !r.open(u.setting.Value)
}

// unlimited words a maxmemory of 0.
func (u memoryUse) unlimited() string {
	if u.setting.Config == "" {
		return "not set"
	}
	return "0, which means no maximum"
}

// at is where a combination is best mended: at the config that completes it.
func (u memoryUse) at(config *resolve.Config) (menu.Ref, string) {
	if u.setting.Config != "" && nearest(config, u.setting.Config, config.Memory.Config) == u.setting.Config {
		return menu.ConfigRef(u.setting.Config), settingPath(u.setting.Spelled)
	}
	return menu.ConfigRef(config.Memory.Config), memoryPath
}

func maxmemoryExceedsLimit(r *run) []Finding {
	return perChain(r.resolved, func(config *resolve.Config) []Finding {
		u, ok := r.memory(config)
		if !ok || u.maxmemory <= u.limit {
			return nil
		}
		object, path := u.at(config)
		return []Finding{{Object: object, Path: path, Message: fmt.Sprintf(
			"maxmemory %s (%d bytes) is above the memory limit %s (%d bytes): the pod is killed before Valkey evicts anything",
			u.setting.Value, u.maxmemory, config.Memory.Value, u.limit)}}
	})
}

// maxmemoryHeadroom reports what leaves less than a fifth of the limit to
// buffers, the replication backlog and copy-on-write, and leaves without a
// maximum.
func maxmemoryHeadroom(r *run) []Finding {
	const most = 0.8
	out := perChain(r.resolved, func(config *resolve.Config) []Finding {
		u, ok := r.memory(config)
		share := float64(u.maxmemory) / float64(u.limit)
		if !ok || u.maxmemory > u.limit || share <= most {
			return nil
		}
		object, path := u.at(config)
		return []Finding{{Object: object, Path: path, Message: fmt.Sprintf(
			"maxmemory %s is %.0f %% of the memory limit %s: above 80 %% buffers and copy-on-write can get the pod killed; 80 %% is %s",
			u.setting.Value, math.Floor(share*100), config.Memory.Value, fourFifths(u.limit))}}
	})
	return append(out, perChain(r.leaves, func(leaf *resolve.Config) []Finding {
		u, ok := r.memory(leaf)
		if !ok || u.maxmemory != 0 {
			return nil
		}
		object, path := u.at(leaf)
		return []Finding{{Object: object, Path: path, Message: fmt.Sprintf(
			"maxmemory is %s, so data grows until the pod is killed at its memory limit %s; 80 %% of that is %s",
			u.unlimited(), leaf.Memory.Value, fourFifths(u.limit))}}
	})...)
}

// fourFifths of a size in bytes as a Valkey size, rounded down.
func fourFifths(limit int64) string {
	const small = 100 << 20
	most := limit / 5 * 4
	if most < small {
		return fmt.Sprintf("%dkb", most>>10)
	}
	return fmt.Sprintf("%dmb", most>>20)
}

// noEvictionPolicy reports a maximum without a word on what happens at it.
func noEvictionPolicy(r *run) []Finding {
	return perChain(r.leaves, func(leaf *resolve.Config) []Finding {
		s, set := leaf.Settings["maxmemory"]
		_, decided := leaf.Settings["maxmemory-policy"]
		size, err := conf.ParseMemory(s.Value)
		if !set || decided || err != nil || size == 0 || r.open(s.Value) {
			return nil
		}
		return []Finding{{
			Object: menu.ConfigRef(s.Config), Path: settingPath(s.Spelled),
			Message: "maxmemory is set and maxmemory-policy is not: by default (noeviction) a full node refuses writes",
		}}
	})
}
