package run

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"time"

	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	ctrlmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/controller"
	"github.com/valkey-menu/valkey-menu/operator/internal/logging"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// Process is what the program gets from outside.
type Process struct {
	Version string
	Lookup  func(string) (string, bool) // as os.LookupEnv
	Stdout  io.Writer
	Stderr  io.Writer
	// Wrap, if set, sees every request to the API server, for tests.
	Wrap func(http.RoundTripper) http.RoundTripper
}

// Operator runs the operator until the context ends. It returns an error that
// says what to mend when it cannot start, or when it lost its leadership.
func Operator(ctx context.Context, p Process) error {
	log := logging.New(p.Stdout, p.Stderr, time.Now, logging.FilterFrom(p.Lookup))
	slog.SetDefault(log)
	ctrl.SetLogger(logging.Logr(log))
	klog.SetLogger(logging.Logr(logging.WithTarget(log, logging.TargetClient)))
	log = logging.WithTarget(log, logging.TargetRoot)
	log.Info("valkey-operator", "version", p.Version, "go", runtime.Version())
	set, err := settings.FromEnvironment(p.Lookup)
	if err != nil {
		return fmt.Errorf("reading the environment: %w", err)
	}
	config, err := ctrl.GetConfig()
	if err != nil {
		return fmt.Errorf("finding the API server: %w", err)
	}
	config.QPS, config.Burst = apiRate, apiBurst
	if p.Wrap != nil {
		config.Wrap(p.Wrap)
	}
	m, err := manager(config, set, p.Lookup)
	if err != nil {
		return err
	}
	loops, err := newLoops(m, set, log, p.Version)
	if err != nil {
		return err
	}
	if err := loops.Register(m); err != nil {
		return fmt.Errorf("registering the loops: %w", err)
	}
	if err := m.Start(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("running: %w", err)
	}
	log.Info("stopped")
	return nil
}

// The operator's own limit on requests to the API server, a second and at once.
// Forming a cluster of 100 nodes takes some 600 of them; what a server can bear is
// for its priority and fairness to say.
const (
	apiRate  = 200
	apiBurst = 400
)

func newLoops(m ctrl.Manager, set settings.Settings, log *slog.Logger, version string) (*controller.Loops, error) {
	counters, err := metrics.New(ctrlmetrics.Registry, version)
	if err != nil {
		return nil, err
	}
	return &controller.Loops{
		Client: m.GetClient(), Live: m.GetAPIReader(),
		Apply:    &apply.Applier{Client: m.GetClient(), APIReader: m.GetAPIReader()},
		Dialer:   valkeyconn.New(valkeyconn.Options{}),
		Settings: set, Metrics: counters, Recorder: m.GetEventRecorder("valkey-operator"),
		Log: log, Now: time.Now, Random: rand.Reader, MenuStatus: len(set.Namespaces) == 0,
	}, nil
}

// Main runs the operator as the whole program and returns its exit code.
func Main(version string) int {
	ctx := ctrl.SetupSignalHandler()
	err := Operator(ctx, Process{Version: version, Lookup: os.LookupEnv, Stdout: os.Stdout, Stderr: os.Stderr})
	if err != nil {
		fmt.Fprintln(os.Stderr, "valkey-operator:", err)
		return 1
	}
	return 0
}
