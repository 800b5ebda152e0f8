package catalogue

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// recorder records one version.
type recorder struct {
	minor   string // "9.1"
	program string
	facts   directiveFacts
}

// directives are all directives of the version, sorted by name.
func (r recorder) directives(ctx context.Context) ([]directive, error) {
	texts, err := programTexts(r.program)
	if err != nil {
		return nil, err
	}
	s, output, err := start(ctx, r.program, base()...)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, output)
	}
	defer s.stop() //nolint:errcheck // a folder that stays is no wrong answer
	known, err := s.list(texts)
	if err != nil {
		return nil, err
	}
	old, err := ignored(ctx, r.program, texts, known.values)
	if err != nil {
		return nil, err
	}
	entries, err := r.known(ctx, s, known)
	if err != nil {
		return nil, err
	}
	for _, name := range old {
		entries = append(entries, directive{Name: name, Type: "string", Hidden: true, Ignored: true, From: fromServer})
	}
	only, err := r.fileOnly(ctx)
	if err != nil {
		return nil, err
	}
	entries = append(entries, only...)
	slices.SortFunc(entries, func(a, b directive) int { return strings.Compare(a.Name, b.Name) })
	return entries, nil
}

// known are the directives that CONFIG GET knows.
func (r recorder) known(ctx context.Context, s *server, l listed) ([]directive, error) {
	names := l.names()
	shapes, err := r.shapes(ctx, s, l)
	if err != nil {
		return nil, err
	}
	spelled, err := each(ctx, 8, indexes(names), func(ctx context.Context, _ int, i int) (spellings, error) {
		return r.spell(ctx, names[i], shapes[i], l.values)
	})
	if err != nil {
		return nil, err
	}
	var entries []directive
	for i, name := range names {
		if spelled[i].name != name {
			continue // an alias
		}
		d := r.entry(name, shapes[i], l)
		d.Aliases = spelled[i].aliases
		if d.Mutable, d.Protected, err = s.mutable(name, l.values[name]); err != nil {
			return nil, err
		}
		if _, told := r.facts.grammar(r.minor, name); shapes[i].ownGrammar && !told {
			return nil, fmt.Errorf("directive %q refuses texts in its own way: say how in facts/grammars.json", name)
		}
		entries = append(entries, d)
	}
	return r.defaults(ctx, entries)
}

// shapes are the shapes of all directives, in the order of their names.
func (r recorder) shapes(ctx context.Context, s *server, l listed) ([]shape, error) {
	names := l.names()
	live := make([]*server, len(names))
	for i, name := range names {
		mutable, protected, err := s.mutable(name, l.values[name])
		if err != nil {
			return nil, err
		}
		if mutable && !protected {
			live[i] = s
		}
	}
	return each(ctx, 2, indexes(names), func(ctx context.Context, _ int, i int) (shape, error) {
		return r.shapeOf(ctx, live[i], names[i], l.values[names[i]])
	})
}

// cannotVary are directives that have no value but their default on every machine, or whose other values would let a
// server out of sight. None of them has a second name.
func cannotVary(name string) bool {
	return slices.Contains([]string{
		"aclfile", "activedefrag", "cluster-enabled", "daemonize", "dir", "port", "requirepass", "unixsocket",
		"unixsocketgroup",
	}, name) || strings.HasPrefix(name, "tls-") || strings.HasPrefix(name, "rdma-")
}

func (r recorder) spell(ctx context.Context, name string, sh shape, normal map[string]string) (spellings, error) {
	if cannotVary(name) {
		return spellings{name: name}, nil
	}
	normal = maps.Clone(normal)
	delete(normal, "dir") // another folder each time
	g, _ := r.facts.grammar(r.minor, name)
	return otherNames(ctx, r.program, name, another(sh, g, normal[name]), normal)
}

func (r recorder) entry(name string, sh shape, l listed) directive {
	g, _ := r.facts.grammar(r.minor, name)
	if len(g.Args) > 0 && !sh.multi {
		sh.kind, sh.multi = "special", true // two arguments, by which it was tried, are too few for it
	}
	d := directive{
		Name: name, Type: sh.kind, Enum: sh.enum, Unit: r.facts.units[name], Multi: sh.multi, Args: g.Args, Check: g.Check,
		Min: sh.min, Max: sh.max, Percent: sh.percent, Signed: sh.signed, Octal: sh.octal,
		Default: l.values[name], Hidden: l.hidden[name], From: fromServer,
	}
	if sh.kind == "memory" {
		d.Unit = "bytes"
	}
	if d.Multi && len(d.Args) == 0 {
		d.Args = []int{1, 0}
	}
	return d
}

// mutable: CONFIG SET to the value that a directive has anyway is refused in a known way if it may not be set. Refused
// in another way, as for what a server is not built with, it was tried.
func (s *server) mutable(name, value string) (mutable, protected bool, err error) {
	r, err := s.do("CONFIG", "SET", name, value)
	if err != nil {
		return false, false, err
	}
	protected = strings.Contains(r.text, "can't set protected config")
	return !strings.Contains(r.text, "can't set immutable config"), protected, nil
}

// fileOnly are the directives that only the parser of files knows. Which there are is a fact of facts/file-only.json;
// that the version has them, the parser says.
func (r recorder) fileOnly(ctx context.Context) ([]directive, error) {
	var entries []directive
	for _, name := range slices.Sorted(maps.Keys(r.facts.fileOnly)) {
		g := r.facts.fileOnly[name]
		answer, err := parse(ctx, r.program, name+" "+g.Sample)
		if err != nil {
			return nil, err
		}
		if answer.refusal == badDirective {
			return nil, fmt.Errorf("directive %q is unknown to the server: remove it from facts/file-only.json", name)
		}
		d := directive{Name: name, Type: "string", Args: g.Args, Check: g.Check, Hidden: true, From: fromServer}
		if g.Args[1] != 1 {
			d.Type, d.Multi = "special", true
		}
		entries = append(entries, d)
	}
	return entries, nil
}

func indexes[T any](items []T) []int {
	all := make([]int, len(items))
	for i := range items {
		all[i] = i
	}
	return all
}

func namesOf(values map[string]string) []string { return slices.Sorted(maps.Keys(values)) }
