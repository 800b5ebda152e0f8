package krm_test

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/fn/krm"
	"github.com/valkey-menu/valkey-menu/fn/report"
)

// runIn calls the function in a folder.
func runIn(dir, in string) (stderr string, exit int) {
	var errs bytes.Buffer
	_, exit = krm.Run([]byte(in), krm.Env{Root: dir, Version: "v1.2.3", Stderr: &errs})
	return errs.String(), exit
}

// TestReportFormats writes a report in every format, from objects without a
// file: kustomize tells where they come from only on request.
func TestReportFormats(t *testing.T) {
	broken := strings.Replace(cluster, "configRef: standard", "configRef: standart", 1)
	placed := strings.Replace(image, "name: valkey-9-1", "name: valkey-9-1\n  annotations: {config.kubernetes.io/origin: 'path: menu/images.yaml'}", 1)
	marks := map[string]string{
		report.FormatText:     "error VK011 ValkeyCluster team-a/cache",
		report.FormatJSON:     `"rule": "VK011"`,
		report.FormatSARIF:    `"uri": "ValkeyCluster/team-a/cache"`,
		report.FormatGitHub:   "::error title=VK011 ConfigNotFound::ValkeyCluster team-a/cache",
		report.FormatJUnit:    `<testcase classname="menu/images.yaml" name="ValkeyImage valkey-9-1" file="menu/images.yaml" time="0"></testcase>`,
		report.FormatMarkdown: "**valkey-menu: failed.** 4 objects: 1 error",
	}
	for _, format := range report.Formats() {
		dir := t.TempDir()
		stderr, exit := runIn(dir, list(config("ValkeyValidate", "{report: {file: report, format: "+format+"}}"), placed, base, role, broken))
		text, err := os.ReadFile(filepath.Join(dir, "report"))
		if err != nil || exit != 1 || !strings.Contains(stderr, "4 objects: 1 error") {
			t.Fatalf("%s: exit code %d, %v, standard error:\n%s", format, exit, err, stderr)
		}
		if !strings.Contains(string(text), marks[format]) {
			t.Errorf("%s has no %s:\n%s", format, marks[format], text)
		}
		if format == report.FormatJUnit {
			if err := xml.Unmarshal(text, new(struct{})); err != nil {
				t.Error(err)
			}
		}
		if format == report.FormatSARIF && !strings.Contains(string(text), `"semanticVersion": "1.2.3"`) {
			t.Errorf("no version in the log:\n%s", text)
		}
	}
}

func TestReportFollowsTheFailLevel(t *testing.T) {
	warned := strings.Replace(cluster, "replicasPerShard: 1", "replicasPerShard: 0", 1)
	for level, want := range map[string]string{"error": "passed", "warning": "failed"} {
		dir := t.TempDir()
		_, exit := runIn(dir, list(config("ValkeyValidate", "{failLevel: "+level+", report: {file: report, format: markdown}}"), image, base, role, warned))
		text, err := os.ReadFile(filepath.Join(dir, "report"))
		if err != nil || (exit == 1) != (want == "failed") || !strings.HasPrefix(string(text), "**valkey-menu: "+want+".**") {
			t.Errorf("fail level %s: exit code %d, %v, report:\n%s", level, exit, err, text)
		}
	}
}

func TestReportThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../outside", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"none/report": `writing the report: "none/report": no such file or directory`,
		"folder":      `writing the report: "folder": is no ordinary file`,
	} {
		stderr, exit := runIn(dir, list(config("ValkeyValidate", "{report: {file: "+file+"}}"), image, base, role, cluster))
		if exit != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, standard error, want %q in it:\n%s", file, exit, want, stderr)
		}
	}
	// A link that leads out is replaced and not followed.
	if _, exit := runIn(dir, list(config("ValkeyValidate", "{report: {file: link}}"), image, base, role, cluster)); exit != 0 {
		t.Errorf("exit code %d, want 0", exit)
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(dir), "outside")); err == nil {
		t.Error("the report went out of the folder")
	}
}
