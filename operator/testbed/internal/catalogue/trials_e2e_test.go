//go:build e2e

package catalogue

import (
	"context"
	"slices"
	"testing"
)

// parseAll asks the parser of configuration files. Of what we say is good most lines are, so many are given to it at
// once, and again without the one that it refused.
func (j *judge) parseAll(t *testing.T, trials []*trial) {
	t.Helper()
	var together, alone [][]*trial
	for _, one := range trials {
		if one.ours != nil || named(*one, "include", "loadmodule", "rename-command", "user") {
			alone = append(alone, []*trial{one})
			continue
		}
		if len(together) == 0 || len(together[len(together)-1]) == 100 {
			together = append(together, nil)
		}
		together[len(together)-1] = append(together[len(together)-1], one)
	}
	_, err := each(t.Context(), 2, append(together, alone...), func(ctx context.Context, _ int, some []*trial) (bool, error) {
		return true, j.parse(ctx, some)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (j *judge) parse(ctx context.Context, trials []*trial) error {
	for len(trials) > 0 {
		at, refusal, err := firstRefused(ctx, j.program, linesOf(trials))
		if err != nil {
			return err
		}
		for _, one := range trials[:at] {
			one.parse.accepted = true
		}
		if at == len(trials) {
			return nil
		}
		trials[at].parse.refusal, trials[at].start = refusal, refusal
		trials = slices.Concat(trials[:at], trials[at+1:])
	}
	return nil
}

func linesOf(trials []*trial) []string {
	lines := make([]string, len(trials))
	for i, one := range trials {
		lines[i] = one.line
	}
	return lines
}

// startAll starts servers with what the parser takes: one value of each directive at once, then the next of each.
func (j *judge) startAll(t *testing.T, trials []*trial) {
	t.Helper()
	var rounds, alone [][]*trial
	count := map[string]int{}
	for _, one := range trials {
		switch {
		case !one.parse.accepted || byParserOnly(*one):
		case byItself(*one):
			alone = append(alone, []*trial{one})
		default:
			round := count[one.d.Name]
			count[one.d.Name]++
			if round == len(rounds) {
				rounds = append(rounds, nil)
			}
			rounds[round] = append(rounds[round], one)
		}
	}
	_, err := each(t.Context(), 4, append(rounds, alone...), func(ctx context.Context, _ int, some []*trial) (bool, error) {
		return true, j.start(ctx, some)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// setAll sets each directive that may be set on one server, and sets it back. Where that is not tried it counts as
// refused for the reason of the start, or taken like it.
func (j *judge) setAll(t *testing.T, trials []*trial) {
	t.Helper()
	s, why, err := j.run(t.Context(), "enable-protected-configs yes")
	if err != nil {
		t.Fatal(err, why)
	}
	defer s.stop() //nolint:errcheck // a folder that stays is no wrong answer
	for _, one := range trials {
		text, ok := one.d.Live(one.value)
		if !ok || !one.d.Mutable || one.d.Ignored || byParserOnly(*one) {
			one.live = one.start
			continue
		}
		before, err := s.do("CONFIG", "GET", one.d.Name)
		if err != nil {
			t.Fatal(err)
		}
		replies, err := s.pipeline([][]string{{"CONFIG", "SET", one.d.Name, text}, {"CONFIG", "SET", one.d.Name, before.pairs()[one.d.Name]}})
		if err != nil {
			t.Fatalf("%s: setting %q: %v", one.d.Name, one.value, err)
		}
		if replies[0].isError {
			one.live = replies[0].text
		}
	}
}
