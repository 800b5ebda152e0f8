package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// sarifPlace is where a result is shown. GitHub takes no result without a file:
// where none is known it is one that does not exist, named after the object,
// Kind/namespace/name, and the same in every run.
func sarifPlace(r Result) sarifPhysical {
	if r.File == "" {
		return sarifPhysical{ArtifactLocation: sarifArtifact{objectReference(r.Object)}}
	}
	place := sarifPhysical{ArtifactLocation: sarifArtifact{fileReference(r.File)}}
	if r.Line > 0 {
		place.Region = &sarifRegion{StartLine: r.Line, StartColumn: max(r.Column, 0)}
	}
	return place
}

// sarifObject names the object and the field in it.
func sarifObject(r Result) sarifLogical {
	name := strings.Join(r.Object.steps(), "/")
	if r.Path != "" {
		name += "#" + r.Path
	}
	return sarifLogical{Name: Printable(r.Object.Name), FullyQualifiedName: Printable(name), Kind: "resource"}
}

// steps are what identifies an object, without the namespace where there is
// none.
func (o Object) steps() []string {
	if o.Namespace == "" {
		return []string{o.Kind, o.Name}
	}
	return []string{o.Kind, o.Namespace, o.Name}
}

// fileReference is a path as a relative reference of RFC 3986. An absolute path
// is a URI of the scheme file.
func fileReference(file string) string {
	file = path.Clean(file)
	if strings.HasPrefix(file, "/") {
		return "file://" + percent(file, "/")
	}
	return percent(file, "/")
}

// objectReference is a relative reference that cannot lead out of where it is.
func objectReference(o Object) string {
	steps := o.steps()
	for i, step := range steps {
		steps[i] = percent(step, "")
		if step == "." || step == ".." {
			steps[i] = strings.ReplaceAll(step, ".", "%2E")
		}
	}
	return strings.Join(steps, "/")
}

// percent encodes the bytes of a text that may not stand in a path. A colon is
// one: it would make a scheme of what stands before it.
func percent(text, keep string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9',
			strings.IndexByte("-._~!$&'()*+,;=@"+keep, c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// fingerprints counts results that nothing but their message tells apart.
type fingerprints map[string]int

// of identifies a result by rule, object and field, so that it stays the same
// one when its line or file moves. GitHub reads primaryLocationLineHash only,
// which its upload action computes from the file and line; without a line it
// cannot.
func (f fingerprints) of(r Result) map[string]string {
	parts := []string{r.Rule, r.Object.Kind, r.Object.Namespace, r.Object.Name, r.Path}
	for i, part := range parts {
		parts[i] = fmt.Sprintf("%d:%s", len(part), part)
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "|")))
	id := hex.EncodeToString(sum[:])
	f[id]++
	id = fmt.Sprintf("%s:%d", id, f[id])
	prints := map[string]string{"valkeyMenu/v1": id}
	if r.File == "" || r.Line <= 0 {
		prints["primaryLocationLineHash"] = id
	}
	return prints
}
