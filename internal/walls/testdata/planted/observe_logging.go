package observe

import "github.com/valkey-menu/valkey-menu/operator/internal/logging"

var _ = logging.FromContext
