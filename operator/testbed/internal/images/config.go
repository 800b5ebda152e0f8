package images

import (
	"encoding/json"
	"time"
)

// runConfig is how a container of the image starts, unless its pod says otherwise. The field names are those of the OCI
// image configuration.
type runConfig struct {
	User         string
	Env          []string
	Entrypoint   []string
	WorkingDir   string
	ExposedPorts map[string]struct{} `json:",omitempty"`
	Labels       map[string]string   `json:",omitempty"`
}

// document is the whole configuration. Its digest is what a kubelet calls the image's ID.
type document struct {
	Created      time.Time `json:"created"`
	Architecture string    `json:"architecture"`
	OS           string    `json:"os"`
	Config       runConfig `json:"config"`
	RootFS       struct {
		Type    string   `json:"type"`
		DiffIDs []string `json:"diff_ids"`
	} `json:"rootfs"`
	History []struct {
		Created   time.Time `json:"created"`
		CreatedBy string    `json:"created_by"`
	} `json:"history"`
}

// configuration describes an image of one layer.
func configuration(run runConfig, arch, layer string) ([]byte, error) {
	d := document{Created: epoch(), Architecture: arch, OS: "linux", Config: run}
	d.RootFS.Type, d.RootFS.DiffIDs = "layers", []string{layer}
	d.History = append(d.History, struct {
		Created   time.Time `json:"created"`
		CreatedBy string    `json:"created_by"`
	}{epoch(), "testbed"})
	return json.Marshal(d)
}
