package images

import (
	"archive/tar"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// epoch is the time of everything in an image, so that the time of a build leaves no trace.
func epoch() time.Time { return time.Unix(0, 0).UTC() }

// entry is one thing in a layer. Source is a file of this machine whose bytes it holds; Link makes it a symbolic link;
// with neither it is a folder.
type entry struct {
	Name   string // relative, without a slash at the end
	Mode   int64  // permission bits
	Owner  int    // user and group
	Source string
	Link   string
}

// writeLayer writes the entries in the order of their names.
func writeLayer(w io.Writer, entries []entry) error {
	sorted := slices.Clone(entries)
	slices.SortFunc(sorted, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
	out := tar.NewWriter(w)
	for i, e := range sorted {
		if i > 0 && sorted[i-1].Name == e.Name {
			return fmt.Errorf("layer entry %q is there twice", e.Name)
		}
		if err := writeEntry(out, e); err != nil {
			return fmt.Errorf("writing layer entry %q: %w", e.Name, err)
		}
	}
	return out.Close()
}

func writeEntry(out *tar.Writer, e entry) error {
	header := &tar.Header{Name: e.Name, Mode: e.Mode, Uid: e.Owner, Gid: e.Owner, ModTime: epoch(), Format: tar.FormatGNU}
	switch {
	case e.Link != "":
		header.Typeflag, header.Linkname = tar.TypeSymlink, e.Link
	case e.Source == "":
		header.Typeflag, header.Name = tar.TypeDir, e.Name+"/"
	default:
		header.Typeflag = tar.TypeReg
		return writeFile(out, header, e.Source)
	}
	return out.WriteHeader(header)
}

// writeFile writes the header with the size of the file at path, and its bytes.
func writeFile(out *tar.Writer, header *tar.Header, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read from
	info, err := f.Stat()
	if err != nil {
		return err
	}
	header.Size = info.Size()
	if err := out.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(out, f)
	return err
}
