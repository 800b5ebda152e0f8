package source

import "github.com/valkey-menu/valkey-menu/fn/parallel"

// input is the text of one file.
type input struct {
	file      string
	data      []byte
	lenient   bool   // from a folder, where files without Kubernetes objects are usual
	empty     string // what to say if it holds no document; nothing where that is usual
	documents int    // that load has found
}

// part is what came out of one chunk.
type part struct {
	objects   []*Object
	findings  []RawFinding
	skipped   []Skip
	errors    Errors
	documents int
}

// load reads all inputs into the set, on all processors, and returns what was unreadable. Objects and errors keep the
// order of the input.
func load(set *Set, inputs []input, patterns []placeholder) Errors {
	type job struct {
		in    *input
		chunk chunk
	}
	var jobs []job
	for i := range inputs {
		for _, c := range split(inputs[i].data) {
			jobs = append(jobs, job{&inputs[i], c})
		}
	}
	parts := make([]part, len(jobs))
	parallel.Each(len(jobs), func(i int) {
		r := reader{in: jobs[i].in, chunk: jobs[i].chunk, patterns: patterns}
		r.read()
		parts[i] = r.part
	})
	var errs Errors
	documents := 0 // of the input so far
	for i, p := range parts {
		for _, o := range p.objects {
			o.Index += documents
		}
		set.Objects = append(set.Objects, p.objects...)
		set.Findings = append(set.Findings, p.findings...)
		set.Skipped = append(set.Skipped, p.skipped...)
		errs = append(errs, p.errors...)
		documents += p.documents
		if i+1 == len(jobs) || jobs[i+1].in != jobs[i].in {
			in := jobs[i].in
			if documents == 0 && in.empty != "" {
				errs = append(errs, &Error{File: in.file, Message: in.empty})
			}
			in.documents, documents = documents, 0
		}
	}
	return errs
}
