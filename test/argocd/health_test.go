package argocd

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const corpus = "../../operator/internal/status/testdata/*.yaml"

func corpusFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(corpus)
	if err != nil || len(files) < 20 {
		t.Fatalf("%d objects in the corpus (%v): there are more", len(files), err)
	}
	return files
}

// TestClusters: on each object of the corpus Argo CD says what the page's table
// makes of the verdict of kstatus.
func TestClusters(t *testing.T) {
	words, got := ofPage(t), map[string]bool{}
	for _, file := range corpusFiles(t) {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			text := read(t, file)
			want := words[verdict(t, name, text)]
			h := judge(t, object(t, text))
			got[h.status] = true
			if h.status != want {
				t.Errorf("it is %s (%s), want %s", h.status, h.message, want)
			}
			if h.message == "" {
				t.Errorf("%s says nothing", h.status)
			}
		})
	}
	if diff := cmp.Diff(map[string]bool{"Healthy": true, "Progressing": true, "Degraded": true}, got); diff != "" {
		t.Errorf("answers over the corpus (-want +got):\n%s", diff)
	}
}

// TestDegradedSaysWhatStalled: what a person reads there is what the operator
// says.
func TestDegradedSaysWhatStalled(t *testing.T) {
	for _, file := range corpusFiles(t) {
		decoded := object(t, read(t, file))
		h := judge(t, decoded)
		if want := said(decoded, "Stalled"); h.status == "Degraded" && (h.message != want || want == "") {
			t.Errorf("%s: Argo CD says %q, Stalled says %q", file, h.message, want)
		}
	}
}

func said(decoded map[string]any, kind string) string {
	status, _ := decoded["status"].(map[string]any)
	conditions, _ := status["conditions"].([]any)
	for _, c := range conditions {
		if fields, ok := c.(map[string]any); ok && fields["type"] == kind {
			message, _ := fields["message"].(string)
			return message
		}
	}
	return ""
}

// TestUnseenEdits: an edit that the operator has not seen yet is never Healthy.
func TestUnseenEdits(t *testing.T) {
	for _, file := range corpusFiles(t) {
		decoded := object(t, read(t, file))
		metadata, ok := decoded["metadata"].(map[string]any)
		if !ok {
			t.Fatalf("%s has no metadata", file)
		}
		metadata["generation"] = float64(99)
		if h := judge(t, decoded); h.status != "Progressing" {
			t.Errorf("%s is %s after an edit, want Progressing", file, h.status)
		}
	}
}

// TestOthers are objects that the corpus does not have: a new cluster, and the
// kinds of the menu.
func TestOthers(t *testing.T) {
	const config = "kind: ValkeyConfig\nmetadata: {generation: 2}\n"
	cases := map[string]struct {
		object string
		want   health
	}{
		"a cluster that nobody has seen": {
			"kind: ValkeyCluster\nmetadata: {generation: 1}\nstatus: {state: Creating, observedGeneration: -1}\n",
			health{"Progressing", "the operator has not seen the last edit yet"},
		},
		"a menu object without a status": {config, health{"Healthy", ""}},
		"one with an empty status":       {config + "status: {}\n", health{"Healthy", ""}},
		"one that can be used": {
			config + "status: {observedGeneration: 2, conditions: [{type: Ready, status: 'True', message: clusters can use it}]}\n",
			health{"Healthy", "clusters can use it"},
		},
		"one that does not resolve": {
			config + "status: {observedGeneration: 2, conditions: [{type: Ready, status: 'False', message: no image}]}\n",
			health{"Progressing", "no image"},
		},
		"one that was edited": {
			config + "status: {observedGeneration: 1, conditions: [{type: Ready, status: 'True'}]}\n",
			health{"Progressing", "the operator has not seen the last edit yet"},
		},
		"a condition without a message": {
			"kind: ValkeyCluster\nmetadata: {generation: 1}\nstatus: {observedGeneration: 1, conditions: [{type: Stalled, status: 'True'}]}\n",
			health{"Degraded", ""},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := judge(t, object(t, c.object)); got != c.want {
				t.Errorf("it is %+v, want %+v", got, c.want)
			}
		})
	}
}
