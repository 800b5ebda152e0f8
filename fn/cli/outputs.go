package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/valkey-menu/valkey-menu/fn/report"
)

// output is one report that was asked for: in a format, to a file or, without
// one, to the command's own stream.
type output struct{ format, file string }

// parseOutputs reads -o FORMAT[=FILE] flags. Only one report can go to the
// stream: two would leave neither readable by a program.
func parseOutputs(flags []string) ([]output, error) {
	outputs := make([]output, len(flags))
	streamed := 0
	for i, flag := range flags {
		format, file, toFile := strings.Cut(flag, "=")
		if !slices.Contains(report.Formats(), format) {
			return nil, fmt.Errorf("-o: unknown format %q%s: known are %s",
				format, didYouMean(format, report.Formats()), strings.Join(report.Formats(), ", "))
		}
		if toFile && file == "" {
			return nil, fmt.Errorf("-o %s=: the file is missing", format)
		}
		if toFile && slices.ContainsFunc(outputs[:i], func(o output) bool { return o.file == file }) {
			return nil, fmt.Errorf("-o %s=%s: the file is given twice", format, file)
		}
		if !toFile {
			streamed++
		}
		outputs[i] = output{format, file}
	}
	if streamed > 1 {
		return nil, errors.New("-o: only one format can go to the standard output, give the others a file: -o text -o json=report.json")
	}
	return outputs, nil
}

// write writes the report. Infos are left out of text on a stream unless
// verbose.
func (o output) write(stream io.Writer, rep report.Report, verbose bool) error {
	if o.file != "" {
		return writeFile(o.file, o.format, rep)
	}
	var err error
	if o.format == report.FormatText {
		err = report.Text(stream, rep, verbose)
	} else {
		err = report.Write(stream, o.format, rep)
	}
	if err != nil {
		return internal(err)
	}
	return nil
}

// writeFile takes a file that cannot be made for a wrong argument, and one that
// cannot be written for a failure of the machine.
func writeFile(name, format string, rep report.Report) error {
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("-o %s: %w", format, err)
	}
	if err := errors.Join(report.Write(f, format, rep), f.Close()); err != nil {
		return internal(fmt.Errorf("writing the report to %q: %w", name, err))
	}
	return nil
}
