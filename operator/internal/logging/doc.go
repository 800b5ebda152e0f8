// Package logging is the log contract of the operator as a log/slog handler:
// one JSON object a line, filtered by target and level.
//
// A line has these keys in this order:
//
//	timestamp  RFC 3339 in UTC with microseconds
//	level      ERROR, WARN, INFO, DEBUG or TRACE
//	fields     message, then the attributes of the logger and of the call
//	target     who speaks, for example operator::controller::cluster
//	span       the innermost span: its attributes, then its name
//	spans      all spans, the outermost first
//
// span and spans are missing outside of a span. A namespace stands in a span and
// never in fields: wherever it comes in, it is moved to the innermost span.
//
// Values: numbers and booleans as such; errors and what has a String method as
// text; durations as text such as "1m30s"; times as the timestamp; lists as
// lists; a reference to a Kubernetes object as its name. Other structs, maps and
// bytes are written as their type alone, so that no Secret can be dumped; a
// string that is a secret is the caller's to keep out. Groups become dotted keys.
// A key that is taken gets a number: message_2.
//
// The package does not read the environment or the clock; what it needs comes in
// as parameters. It decides nothing about what is worth a line.
package logging
