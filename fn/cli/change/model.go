package change

import (
	"github.com/valkey-menu/valkey-menu/lib/impact"
)

// APIVersion and Kind of a Report.
const (
	APIVersion = "fn.valkey.gomomento.com/v1alpha1"
	Kind       = "ChangeReport"
)

// Report is what a change does. Lists are never null and have a fixed order:
// menu objects by kind and name, clusters by namespace and name, changes the
// gravest first.
type Report struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	// Base and Head are what was compared, as given on the command line.
	Base    string  `json:"base"`
	Head    string  `json:"head"`
	Summary Summary `json:"summary"`
	// Notes are sentences on the whole comparison.
	Notes []string     `json:"notes"`
	Menu  []MenuObject `json:"menu"`
	// Clusters to which something happens.
	Clusters []Cluster `json:"clusters"`
}

// Summary counts clusters of either state.
type Summary struct {
	Clusters int `json:"clusters"`
	// Unchanged resolve in both states and come to the same.
	Unchanged int `json:"unchanged"`
	// Unresolved resolve in neither state, and nothing of them differs.
	Unresolved int `json:"unresolved"`
	Created    int `json:"created"`
	Deleted    int `json:"deleted"`
	// Effects count the clusters that are not unchanged by the gravest of their
	// changes, created and deleted ones too.
	Effects Effects `json:"effects"`
	Costs   Costs   `json:"costs"`
	// Waiting is the part of Costs that waits until paused clusters are resumed.
	Waiting Costs `json:"waiting"`
}

// Effects is a number of clusters by effect.
type Effects struct {
	Rejected     int `json:"rejected"`
	Unresolvable int `json:"unresolvable"`
	Rolling      int `json:"rolling"`
	MayRoll      int `json:"mayRoll"`
	Topology     int `json:"topology"`
	InPlace      int `json:"inPlace"`
	FuturePods   int `json:"futurePods"`
	None         int `json:"none"`
}

// Costs are those of impact.Totals. PeakExtraPods of several clusters is an
// upper bound, for all of them rolling at once.
type Costs struct {
	ShardsRolled  int `json:"shardsRolled"`
	PodsReplaced  int `json:"podsReplaced"`
	Failovers     int `json:"failovers"`
	PeakExtraPods int `json:"peakExtraPods"`
	NodesAdded    int `json:"nodesAdded"`
	NodesRemoved  int `json:"nodesRemoved"`
	SlotsMoved    int `json:"slotsMoved"`
}

// Object names an object.
type Object struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}

// Place points into a file; absent where it is not known. Files of a Git
// revision are named from the top of the repository.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// MenuObject is an image, config or role that differs.
type MenuObject struct {
	Object
	Change impact.Kind `json:"change"`
	// Place of the object in HEAD, or in BASE where it is deleted.
	Place
	// Reaches are the clusters whose references lead to the object, each with
	// what this object's edit does to it: unchanged where something overrides it.
	Reaches []Touched `json:"reaches"`
}

// Touched is a cluster that an object of the menu reaches.
type Touched struct {
	Namespace string        `json:"namespace,omitempty"`
	Name      string        `json:"name"`
	Change    impact.Kind   `json:"change"`
	Effect    impact.Effect `json:"effect"`
}

// Cluster is what a change does to one cluster.
type Cluster struct {
	Namespace string      `json:"namespace,omitempty"`
	Name      string      `json:"name"`
	Change    impact.Kind `json:"change"`
	// Effect is the gravest of the changes.
	Effect impact.Effect `json:"effect"`
	Costs  Costs         `json:"costs"`
	// Paused clusters roll, scale and are formed only once they are resumed: Costs
	// are what happens then.
	Paused bool `json:"paused,omitempty"`
	// Before and After are the sizes; absent where there is no cluster, it does not
	// resolve, or it is not known what runs.
	Before  *Shape   `json:"before,omitempty"`
	After   *Shape   `json:"after,omitempty"`
	Changes []Change `json:"changes"`
	Notes   []string `json:"notes"`
}

// Shape is the size of a cluster.
type Shape struct {
	Shards           int `json:"shards"`
	ReplicasPerShard int `json:"replicasPerShard"`
}

// Change is one difference, see impact.Change.
type Change struct {
	Effect impact.Effect `json:"effect"`
	// Path of what differs, as valkey.maxmemory or placement.zones.
	Path   string `json:"path,omitempty"`
	Before *Value `json:"before,omitempty"`
	After  *Value `json:"after,omitempty"`
	// Rule that rejects.
	Rule   string `json:"rule,omitempty"`
	Reason string `json:"reason"`
}

// Value is one side of a Change; absent where nothing supplies a value.
type Value struct {
	// Value as text; redacted where it is secret, and of a user without hashes.
	Value string `json:"value"`
	// Origin is menu, cluster, default, forced or operator; empty for a reference
	// that leads nowhere.
	Origin impact.Origin `json:"origin,omitempty"`
	// Object and Field that supply the value; absent for defaults, forced values
	// and options.
	Object *Object `json:"object,omitempty"`
	Field  string  `json:"field,omitempty"`
	// Via is the config that chose the image.
	Via *Object `json:"via,omitempty"`
	// Place of the field, or of the imageRef where another image is chosen.
	Place
}
