//go:build e2e

package apply

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/go-logr/logr"
	ctrl "sigs.k8s.io/controller-runtime"
)

// shared is the API server of all tests; each leaves its namespace empty.
var shared *server

func TestMain(m *testing.M) {
	ctrl.SetLogger(logr.Discard())
	code, err := onAPIServer(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// onAPIServer brings an API server up, runs the tests and takes it down.
func onAPIServer(tests func() int) (code int, err error) {
	dir, err := os.MkdirTemp("", "apply-e2e-*")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	bed, err := buildTestbed(dir)
	if err != nil {
		return 1, err
	}
	if err := bed.up(); err != nil {
		return 1, err
	}
	defer func() {
		_, down := bed.run("down")
		err = errors.Join(err, down)
	}()
	if shared, err = connect(bed); err != nil {
		return 1, err
	}
	return tests(), nil
}
