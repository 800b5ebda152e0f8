package docs_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestPagesShowThePipelines demands of a page that links to a file of pipelines
// that the block behind the link is that file.
func TestPagesShowThePipelines(t *testing.T) {
	shown := map[string]bool{}
	for _, page := range []string{"ci.md", "argocd.md"} {
		blocks := regexp.MustCompile("(?s)\\(pipelines/([^)]+)\\)[^`]*(?:`[^`\n]+`[^`]*)*?```\\w+\n(.*?)```").FindAllStringSubmatch(read(t, page), -1)
		for _, b := range blocks {
			shown[b[1]] = true
			if want := read(t, filepath.Join("pipelines", b[1])); b[2] != want {
				t.Errorf("%s shows another %s:\n%s\nwant:\n%s", page, b[1], b[2], want)
			}
		}
	}
	files, err := os.ReadDir("pipelines")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !shown[f.Name()] {
			t.Errorf("no page shows pipelines/%s", f.Name())
		}
	}
}

// change is the repository of getting-started.md with one more commit.
func change(t *testing.T, edit string) string {
	t.Helper()
	dir := t.TempDir()
	runPage(t, "getting-started.md", dir)
	s := &shell{top: dir, dir: dir, last: "0"}
	s.run(t, "git checkout -q platform && git update-ref refs/remotes/origin/main main && perl -pi -e '"+edit+
		"' platform/menu.yaml && git -c user.name=you -c user.email=you@example.com commit -q -a -m change")
	return dir
}

const (
	goodEdit = "s/memory: 2Gi/memory: 3Gi/"
	badEdit  = "s/maxmemory: 1500mb/maxmemory: 3gb/"
)

// commands runs the steps of a pipeline as its runner would: each in a shell of
// its own that stops at the first failure, later ones only where they ask for it.
func commands(t *testing.T, dir string, environment []string, steps ...pipelineStep) (out string, failed bool) {
	t.Helper()
	for _, s := range steps {
		if failed && !s.always {
			continue
		}
		var text bytes.Buffer
		cmd := exec.Command("bash", "-e", "-c", s.run)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &text, &text
		cmd.Env = append(os.Environ(), environment...)
		if err := cmd.Run(); err != nil {
			failed = true
		}
		out += text.String()
	}
	return out, failed
}

type pipelineStep struct {
	run    string
	always bool
}

func githubSteps(t *testing.T) []pipelineStep {
	t.Helper()
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Name, Run, If string }
		}
	}
	if err := yaml.Unmarshal([]byte(read(t, "pipelines/github-actions.yaml")), &workflow); err != nil {
		t.Fatal(err)
	}
	var steps []pipelineStep
	for _, s := range workflow.Jobs["review"].Steps {
		if s.Run != "" && s.Name != "Install" {
			steps = append(steps, pipelineStep{s.Run, s.If == "always()"})
		}
	}
	if len(steps) != 3 {
		t.Fatalf("%d steps to run, want 3", len(steps))
	}
	return steps
}

func TestGitHubWorkflow(t *testing.T) {
	cases := map[string]struct {
		edit       string
		wantFailed bool
		wantOut    string
		wantPage   []string
	}{
		"good": {goodEdit, false, "", []string{"**valkey-menu: passed", "1 rolling", "3Gi"}},
		"bad":  {badEdit, true, "::error file=platform/menu.yaml,line=20,col=16,title=VK032 MaxmemoryExceedsLimit::", []string{"**valkey-menu: failed", "VK032", "1 rolling"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir := change(t, c.edit)
			summary := filepath.Join(dir, "summary.md")
			out, failed := commands(t, dir, []string{"GITHUB_BASE_REF=main", "GITHUB_STEP_SUMMARY=" + summary}, githubSteps(t)...)
			page := read(t, summary)
			if failed != c.wantFailed || !strings.Contains(out, c.wantOut) {
				t.Errorf("failed %v, want %v, with %q in:\n%s", failed, c.wantFailed, c.wantOut, out)
			}
			for _, want := range c.wantPage {
				if !strings.Contains(page, want) {
					t.Errorf("the page of the run lacks %q:\n%s", want, page)
				}
			}
			if text := read(t, filepath.Join(dir, "valkey-menu.sarif")); !strings.Contains(text, `"version": "2.1.0"`) {
				t.Errorf("no SARIF file:\n%s", text)
			}
		})
	}
}

func TestGitLabPipeline(t *testing.T) {
	var pipeline map[string]struct{ Script []string }
	if err := yaml.Unmarshal([]byte(read(t, "pipelines/gitlab-ci.yaml")), &pipeline); err != nil {
		t.Fatal(err)
	}
	script := pipelineStep{run: strings.Join(pipeline["valkey-menu"].Script, "\n")}
	for edit, wantFailed := range map[string]bool{goodEdit: false, badEdit: true} {
		dir := change(t, edit)
		out, failed := commands(t, dir, []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=main"}, script)
		if failed != wantFailed {
			t.Errorf("%s: failed %v, want %v:\n%s", edit, failed, wantFailed, out)
		}
		if text := read(t, filepath.Join(dir, "valkey-menu.xml")); strings.Contains(text, "<failure") != wantFailed {
			t.Errorf("%s: the JUnit report:\n%s", edit, text)
		}
	}
}

func TestPreCommitHook(t *testing.T) {
	var hooks struct {
		Repos []struct{ Hooks []struct{ Entry string } }
	}
	if err := yaml.Unmarshal([]byte(read(t, "pipelines/pre-commit-config.yaml")), &hooks); err != nil {
		t.Fatal(err)
	}
	entry := pipelineStep{run: hooks.Repos[0].Hooks[0].Entry}
	for edit, wantFailed := range map[string]bool{goodEdit: false, badEdit: true} {
		if out, failed := commands(t, change(t, edit), nil, entry); failed != wantFailed {
			t.Errorf("%s: failed %v, want %v:\n%s", edit, failed, wantFailed, out)
		}
	}
}

// TestRenderedManifests demands of the script and of the plugin for Argo CD the
// same objects for a good change, and nothing for a bad one.
func TestRenderedManifests(t *testing.T) {
	var plugin struct {
		Spec struct{ Generate struct{ Command []string } }
	}
	if err := yaml.Unmarshal([]byte(read(t, "pipelines/argocd-plugin.yaml")), &plugin); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("pipelines/render.sh")
	if err != nil {
		t.Fatal(err)
	}
	for edit, wantFailed := range map[string]bool{goodEdit: false, badEdit: true} {
		dir := change(t, edit)
		_, failed := commands(t, dir, nil, pipelineStep{run: script + " prod rendered/prod.yaml"})
		rendered, readErr := os.ReadFile(filepath.Join(dir, "rendered", "prod.yaml"))
		cmd := exec.Command(plugin.Spec.Generate.Command[0], plugin.Spec.Generate.Command[1:]...)
		cmd.Dir = filepath.Join(dir, "prod")
		generated, generateErr := cmd.Output()
		if failed != wantFailed || (readErr != nil) != wantFailed || (generateErr != nil) != wantFailed || !bytes.Equal(rendered, generated) {
			t.Errorf("%s: script failed %v, file %v, plugin %v, want all %v and the same objects:\n%s\n%s",
				edit, failed, readErr, generateErr, wantFailed, rendered, generated)
		}
		if !wantFailed && !bytes.Contains(generated, []byte("configRef: prod-standard\n")) {
			t.Errorf("what is applied is not the overlay:\n%s", generated)
		}
	}
}
