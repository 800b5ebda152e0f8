package servertest

import (
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
)

const busOffset = 10000

var nextPort atomic.Int32

// freePort returns a port of the address that is free, and free as bus port too.
func freePort(t testing.TB, address string) int {
	t.Helper()
	for range 2000 {
		port := 20000 + (os.Getpid()%300)*10 + int(nextPort.Add(1))
		if Free(address, port) {
			return port
		}
	}
	t.Fatal("no pair of ports is free")
	return 0
}

// Free reports whether a server could listen at the address, with its bus too.
func Free(address string, port int) bool {
	for _, p := range []int{port, port + busOffset} {
		l, err := net.Listen("tcp", net.JoinHostPort(address, strconv.Itoa(p)))
		if err != nil {
			return false
		}
		_ = l.Close()
	}
	return true
}
