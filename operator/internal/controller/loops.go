package controller

import (
	"io"
	"log/slog"
	"time"

	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/valkey-menu/valkey-menu/operator/internal/apply"
	"github.com/valkey-menu/valkey-menu/operator/internal/metrics"
	"github.com/valkey-menu/valkey-menu/operator/internal/settings"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// tick is how often the ACL and TLS loops run over a cluster, and how often an
// idle cluster is looked at.
const tick = 30 * time.Second

// Loops is what all loops share. All of it is safe for concurrent use.
type Loops struct {
	// Client reads from the cache and writes to the API server; Live reads from the
	// API server too.
	Client   client.Client
	Live     client.Reader
	Apply    *apply.Applier
	Dialer   *valkeyconn.Dialer
	Settings settings.Settings
	Metrics  *metrics.Metrics
	Recorder events.EventRecorder
	Log      *slog.Logger
	Now      func() time.Time
	// Random is where the digits of node names come from.
	Random io.Reader
	// MenuStatus is whether the conditions of menu objects are written: an operator
	// of a few namespaces may not.
	MenuStatus bool

	conflicts conflicts
}
