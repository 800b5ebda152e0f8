//go:build e2e

package parity

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// server is an API server with the CRDs.
type server struct {
	base   string
	client http.Client
	kinds  map[string]definition
}

// kubeconfig is the part of the file that the testbed writes.
type kubeconfig struct {
	Clusters []struct {
		Cluster struct {
			Server    string `json:"server"`
			Authority []byte `json:"certificate-authority-data"`
		} `json:"cluster"`
	} `json:"clusters"`
	Users []struct {
		User struct {
			Certificate []byte `json:"client-certificate-data"`
			Key         []byte `json:"client-key-data"`
		} `json:"user"`
	} `json:"users"`
}

func connect(t *testing.T, bed testbed) *server {
	t.Helper()
	path, err := bed.run("kubeconfig", "--direct")
	if err != nil {
		t.Fatalf("testbed kubeconfig: %v\n%s", err, path)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var config kubeconfig
	if err := yaml.Unmarshal(raw, &config); err != nil || len(config.Clusters) != 1 || len(config.Users) != 1 {
		t.Fatalf("reading the testbed's kubeconfig: want one cluster and one user: %v", err)
	}
	certificate, err := tls.X509KeyPair(config.Users[0].User.Certificate, config.Users[0].User.Key)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(config.Clusters[0].Cluster.Authority)
	s := &server{base: config.Clusters[0].Cluster.Server, kinds: map[string]definition{}}
	s.client = http.Client{Timeout: time.Minute, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12},
	}}
	all, err := definitions()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		s.kinds[d.kind()] = d
	}
	return s
}

// send makes a request. The query makes it a dry run and its fields strict or
// not.
func (s *server) send(t *testing.T, method, path string, query url.Values, body any) reply {
	t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, s.base+path+"?"+query.Encode(), bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(response.Body)
	if closeErr := response.Body.Close(); err != nil || closeErr != nil {
		t.Fatalf("reading the answer: %v, %v", err, closeErr)
	}
	r := reply{code: response.StatusCode}
	into := any(&r.object)
	if r.code >= 300 {
		into = &r.status
	}
	if err := utiljson.Unmarshal(raw, into); err != nil { // whole numbers stay whole, as on the server
		if r.code < 300 {
			t.Fatalf("%s %s: %d %s", method, path, r.code, raw)
		}
		r.status.Message = string(raw) // not every refusal is a Status
	}
	return r
}

// path of an object's collection, in the namespace that it names, as kubectl
// would send it.
func (s *server) path(object map[string]any) string {
	kind, _ := object["kind"].(string)
	d, ok := s.kinds[kind]
	if !ok {
		d = s.kinds["ValkeyCluster"] // of another kind: the server sees that
	}
	prefix := "/apis/" + d.crd.Spec.Group + "/" + d.crd.Spec.Versions[0].Name
	if d.namespaced() {
		meta, _ := object["metadata"].(map[string]any)
		namespace, ok := meta["namespace"].(string)
		if !ok || namespace == "" {
			namespace = Namespace
		}
		prefix += "/namespaces/" + url.PathEscape(namespace)
	}
	return prefix + "/" + d.crd.Spec.Names.Plural
}

// address of an object that the server holds.
func (s *server) address(live map[string]any) string {
	return fmt.Sprintf("%s/%s", s.path(live), metadataOf(live)["name"])
}

func (s *server) must(t *testing.T, method, path string, body any) map[string]any {
	t.Helper()
	r := s.send(t, method, path, nil, body)
	if r.code >= 300 {
		t.Fatalf("%s %s: %s", method, path, r)
	}
	return r.object
}

func (s *server) until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatalf("waited 20 s until %s", what)
}

// query of a dry run.
func dryRun(fields string) url.Values {
	return url.Values{"dryRun": {"All"}, "fieldValidation": {fields}}
}
