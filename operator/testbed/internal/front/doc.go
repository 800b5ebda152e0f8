// Package front is a TCP proxy before the API server that can delay and drop, so that tests and people see how a client
// behaves when the API server is slow or away. It never looks into the (encrypted) traffic.
package front
