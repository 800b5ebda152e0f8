package images

import (
	"fmt"
	"io/fs"
	"os"
)

// treeEntry describes one thing of a tree as an entry that belongs to root.
func treeEntry(name, path string, d fs.DirEntry) (entry, error) {
	switch {
	case d.IsDir():
		return entry{Name: name, Mode: 0o755}, nil
	case d.Type()&fs.ModeSymlink != 0:
		link, err := os.Readlink(path)
		return entry{Name: name, Mode: 0o777, Link: link}, err
	case d.Type().IsRegular():
		info, err := d.Info()
		if err != nil {
			return entry{}, err
		}
		mode := int64(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		return entry{Name: name, Mode: mode, Source: path}, nil
	default:
		return entry{}, fmt.Errorf("%q is neither a file nor a folder nor a link", name)
	}
}
