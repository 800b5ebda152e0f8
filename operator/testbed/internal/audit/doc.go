// Package audit holds the API server's audit policy and reads its log, so that a test can say what an identity wrote. It
// knows writes alone: reads are not recorded.
package audit
