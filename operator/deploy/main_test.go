package deploy

import (
	"os"
	"testing"

	"github.com/valkey-menu/valkey-menu/internal/programs"
)

func TestMain(m *testing.M) { os.Exit(programs.Main(m, "kustomize")) }
