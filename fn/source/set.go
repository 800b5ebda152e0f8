package source

// Options of Read and ReadSources. The zero value works.
type Options struct {
	// BaseDir is the folder that file names are relative to in Object.File; empty means the current one. ReadSources
	// does not use it.
	BaseDir string
	// StdinName stands for a file name where standard input is meant; empty means "stdin".
	StdinName string
	// Placeholders are what VK076 looks for, with "..." for any text; nil means DefaultPlaceholders.
	Placeholders []string
	// MaxBytes bounds each file and standard input; 0 means 64 MiB.
	MaxBytes int64
}

const defaultMaxBytes = 64 << 20

// Set is what was read.
type Set struct {
	Objects  []*Object    // in the order of the input
	Findings []RawFinding // VK070 to VK076, in the order of the input
	Files    []string     // every file that was opened or is a kustomization, in the order of the input
	Skipped  []Skip       // documents that are no resources
}

// Skip is a document that was read and is no resource.
type Skip struct {
	Place  Place
	Reason string
}

func (o Options) maxBytes() int64 {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return defaultMaxBytes
}

func (o Options) placeholders() []placeholder {
	if o.Placeholders == nil {
		return parsePlaceholders(DefaultPlaceholders())
	}
	return parsePlaceholders(o.Placeholders)
}
