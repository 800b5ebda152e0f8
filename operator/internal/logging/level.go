package logging

import "log/slog"

// LevelTrace is below slog.LevelDebug, for what happens many times a pass.
const LevelTrace = slog.LevelDebug - 4

// rank orders the levels of a filter: a line passes if its rank is at most that
// of the filter. Off passes nothing.
type rank int

const (
	rankOff rank = iota
	rankError
	rankWarn
	rankInfo
	rankDebug
	rankTrace
)

// rankOf puts the levels between two named ones to the lower one.
func rankOf(level slog.Level) rank {
	switch {
	case level >= slog.LevelError:
		return rankError
	case level >= slog.LevelWarn:
		return rankWarn
	case level >= slog.LevelInfo:
		return rankInfo
	case level >= slog.LevelDebug:
		return rankDebug
	default:
		return rankTrace
	}
}

func levelName(level slog.Level) string {
	return [...]string{rankOff: "OFF", rankError: "ERROR", rankWarn: "WARN", rankInfo: "INFO", rankDebug: "DEBUG", rankTrace: "TRACE"}[rankOf(level)]
}
