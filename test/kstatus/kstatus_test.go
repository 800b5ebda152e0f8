package kstatus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/cli-utils/pkg/kstatus/status"
	"sigs.k8s.io/yaml"
)

const corpus = "../../operator/internal/status/testdata/*.yaml"

// sample is one object of the corpus with the verdict that is meant.
type sample struct {
	object  *unstructured.Unstructured
	verdict status.Status
}

func samples(t *testing.T) map[string]sample {
	t.Helper()
	files, err := filepath.Glob(corpus)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]sample{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		verdict, ok := strings.CutPrefix(first, "# kstatus: ")
		if !ok {
			t.Fatalf("%s begins with %q, want a verdict", file, first)
		}
		encoded, err := yaml.YAMLToJSON(text)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(encoded); err != nil { // keeps integers, as a cluster's objects have them
			t.Fatalf("%s: %v", file, err)
		}
		out[filepath.Base(file)] = sample{object, status.Status(verdict)}
	}
	return out
}

func compute(t *testing.T, object *unstructured.Unstructured) *status.Result {
	t.Helper()
	result, err := status.Compute(object)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestVerdicts(t *testing.T) {
	got := map[status.Status]bool{}
	for name, s := range samples(t) {
		t.Run(name, func(t *testing.T) {
			result := compute(t, s.object)
			got[result.Status] = true
			if result.Status != s.verdict {
				t.Errorf("kstatus says %s (%s), want %s", result.Status, result.Message, s.verdict)
			}
		})
	}
	want := map[status.Status]bool{
		status.CurrentStatus: true, status.InProgressStatus: true, status.FailedStatus: true, status.TerminatingStatus: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts of the corpus (-want +got):\n%s", diff)
	}
}

// What a person reads there is what the operator says.
func TestFailuresTellWhatStalled(t *testing.T) {
	for name, s := range samples(t) {
		if s.verdict != status.FailedStatus {
			continue
		}
		if got, want := compute(t, s.object).Message, message(t, s.object, "Stalled"); got != want || got == "" {
			t.Errorf("%s: kstatus says %q, Stalled says %q", name, got, want)
		}
	}
}

func message(t *testing.T, object *unstructured.Unstructured, kind string) string {
	t.Helper()
	conditions, _, err := unstructured.NestedSlice(object.Object, "status", "conditions")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range conditions {
		if fields, ok := c.(map[string]any); ok && fields["type"] == kind {
			said, _ := fields["message"].(string)
			return said
		}
	}
	return ""
}

// An edit that the operator has not seen yet is never current, whatever the
// status says of the spec before.
func TestUnseenEditsAreInProgress(t *testing.T) {
	for name, s := range samples(t) {
		if s.verdict == status.TerminatingStatus {
			continue
		}
		s.object.SetGeneration(s.object.GetGeneration() + 1)
		if got := compute(t, s.object).Status; got != status.InProgressStatus {
			t.Errorf("%s: kstatus says %s of an edit that nobody has seen, want InProgress", name, got)
		}
	}
}

// Never True together, and Ready is always there: kstatus takes an object without
// it for current.
func TestConditionsAreConsistent(t *testing.T) {
	for name, s := range samples(t) {
		states := map[string]string{}
		conditions, _, err := unstructured.NestedSlice(s.object.Object, "status", "conditions")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range conditions {
			fields, _ := c.(map[string]any)
			kind, _ := fields["type"].(string)
			states[kind], _ = fields["status"].(string)
		}
		if states["Stalled"] == "True" && (states["Reconciling"] == "True" || states["Ready"] == "True") {
			t.Errorf("%s: Stalled beside others: %v", name, states)
		}
		if states["Ready"] == "" {
			t.Errorf("%s has no Ready", name)
		}
	}
}

// The default status of the CRD, before the operator has seen the cluster.
func TestNewClusterIsInProgress(t *testing.T) {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "valkey.gomomento.com/v1alpha1", "kind": "ValkeyCluster",
		"metadata": map[string]any{"name": "cache", "generation": int64(1)},
		"status":   map[string]any{"state": "Creating", "observedGeneration": int64(-1)},
	}}
	if got := compute(t, object).Status; got != status.InProgressStatus {
		t.Errorf("kstatus says %s, want InProgress", got)
	}
}
