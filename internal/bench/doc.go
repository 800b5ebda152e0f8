// Package bench measures the finished program beside real alternatives in the
// same run, as whole processes: time, and peak memory as the kernel counted it.
//
// It holds benchmarks only and asserts nothing about time.
package bench
