package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
	"github.com/valkey-menu/valkey-menu/fn/source"
)

// output is one report that was asked for: in a format, to a file or, without
// one, to the command's own stream.
type output struct{ format, file string }

// parseOutputs reads -o FORMAT[=FILE] flags; - is the stream. Only one report
// can go there: two would leave neither readable by a program.
func parseOutputs(flags, formats []string) ([]output, error) {
	outputs := make([]output, len(flags))
	streamed := 0
	for i, flag := range flags {
		o, err := parseOutput(flag, formats)
		if err != nil {
			return nil, err
		}
		if o.file == "" {
			streamed++
		} else if slices.ContainsFunc(outputs[:i], o.same) {
			return nil, fmt.Errorf("-o %s: the file is given twice", flag)
		}
		outputs[i] = o
	}
	if streamed > 1 {
		return nil, errors.New("-o: only one format can go to the standard output, give the others a file: -o text -o json=report.json")
	}
	return outputs, nil
}

func parseOutput(flag string, formats []string) (output, error) {
	format, file, toFile := strings.Cut(flag, "=")
	if !slices.Contains(formats, format) {
		return output{}, fmt.Errorf("-o: unknown format %q%s: known are %s",
			format, didYouMean(format, formats), strings.Join(formats, ", "))
	}
	if !toFile || file == source.Stdin {
		return output{format: format}, nil
	}
	if file == "" {
		return output{}, fmt.Errorf("-o %s=: the file is missing", format)
	}
	if dir := filepath.Dir(file); !isFolder(dir) {
		return output{}, fmt.Errorf("-o %s: no such file or directory as the folder %q: make it first", flag, dir)
	}
	if isFolder(file) {
		return output{}, fmt.Errorf("-o %s: %q is a folder", flag, file)
	}
	return output{format, file}, nil
}

func (o output) same(other output) bool {
	return other.file != "" && filepath.Clean(o.file) == filepath.Clean(other.file)
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// writeOutputs writes every report; one that fails does not keep the others from
// being written.
func writeOutputs(outputs []output, stream io.Writer, rep report.Report, options report.Options) error {
	var failed error
	for _, o := range outputs {
		failed = errors.Join(failed, o.write(stream, rep, options))
	}
	return failed
}

// write writes one report. Files hold the infos in any case: who reads them has
// not chosen what to see yet.
func (o output) write(stream io.Writer, rep report.Report, options report.Options) error {
	options.Verbose = options.Verbose || o.file != ""
	text, err := report.Render(o.format, rep, options)
	if err != nil {
		return internal(fmt.Errorf("writing the report: %w", err))
	}
	return o.put(stream, text)
}

// put writes a report that is made.
func (o output) put(stream io.Writer, text []byte) error {
	if o.file != "" {
		return o.writeFile(text)
	}
	if _, err := stream.Write(text); err != nil {
		return internal(fmt.Errorf("writing the report: %w", err))
	}
	return nil
}

// writeFile takes a file that may not be made for a wrong argument, and one that
// cannot be written for a failure of the machine. A link is followed; a device
// or a pipe is written to as it is.
func (o output) writeFile(text []byte) error {
	name := o.file
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return fmt.Errorf("-o %s: %w", o.format, err)
	}
	err = report.WriteFile(root, filepath.Base(name), text)
	if errors.Is(err, report.ErrNoFile) {
		err = writeDevice(name, text)
	}
	err = errors.Join(err, root.Close())
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("-o %s=%s: %w", o.format, o.file, err)
	}
	return internal(fmt.Errorf("writing the report to %q: %w", o.file, err))
}

func writeDevice(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
