package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFromEnv(t *testing.T) {
	tests := map[string]struct {
		env  map[string]string
		want Layout
	}{
		"all set": {
			env:  map[string]string{"TESTBED_CACHE": "/c", "TESTBED_STATE": "/s", "TESTBED_SOURCE": "/src"},
			want: Layout{Cache: "/c", State: "/s", Source: "/src"},
		},
		"the cache of the user": {
			env:  map[string]string{"XDG_CACHE_HOME": "/home/u/.c", "TESTBED_SOURCE": "/src"},
			want: Layout{Cache: "/home/u/.c/valkey-menu-testbed", State: "/var/lib/valkey-menu-testbed", Source: "/src"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for _, key := range []string{"TESTBED_CACHE", "TESTBED_STATE", "TESTBED_SOURCE"} {
				t.Setenv(key, test.env[key])
			}
			t.Setenv("XDG_CACHE_HOME", test.env["XDG_CACHE_HOME"])
			t.Setenv("HOME", "/home/u")
			got, err := FromEnv()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFromEnvRefusesRelative(t *testing.T) {
	t.Setenv("TESTBED_STATE", "here")
	if got, err := FromEnv(); err == nil {
		t.Errorf("got %v, want an error", got)
	}
}

func TestFromEnvFindsSource(t *testing.T) {
	t.Setenv("TESTBED_SOURCE", "")
	got, err := FromEnv()
	if err != nil {
		t.Fatal(err)
	}
	if got.Source == "" {
		t.Error("the source is not found from a folder inside of it")
	}
}

func TestNodes(t *testing.T) {
	nodes := Layout{State: "/s"}.Nodes(3)
	type facts struct{ Name, Zone, Address, First, Last, Cgroup, Uplink, Dir string }
	var got []facts
	for _, n := range nodes {
		first, last := n.PodRange()
		got = append(got, facts{n.Name(), n.Zone(), n.Address(), first, last, n.Cgroup(), n.Uplink(), n.Dir()})
	}
	want := []facts{
		{"node-a", "zone-a", "10.244.0.11", "10.244.1.1", "10.244.1.254", "/valkey-menu-testbed/node-a", "vmt-a", "/s/nodes/node-a"},
		{"node-b", "zone-b", "10.244.0.12", "10.244.2.1", "10.244.2.254", "/valkey-menu-testbed/node-b", "vmt-b", "/s/nodes/node-b"},
		{"node-c", "zone-c", "10.244.0.13", "10.244.3.1", "10.244.3.254", "/valkey-menu-testbed/node-c", "vmt-c", "/s/nodes/node-c"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
