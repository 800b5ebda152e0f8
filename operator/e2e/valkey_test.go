//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/names"
)

type runtimeObject = runtime.Object

// login is who speaks to a server. The password goes through the environment of
// valkey-cli, not through its arguments.
type login struct {
	user, password string
	ca             string // file; empty for plaintext
	host           string // DNS name that the certificate has to hold
}

// ask runs one command on the server at the address and returns its reply, or
// its error reply as an error.
func ask(t *testing.T, address string, l login, command ...string) (string, error) {
	t.Helper()
	args := []string{"-h", address, "-p", strconv.Itoa(names.Port), "-e", "-t", "5"}
	if l.user != "" {
		args = append(args, "--user", l.user)
	}
	if l.ca != "" {
		args = append(args, "--tls", "--cacert", l.ca, "--sni", l.host)
	}
	cli := exec.CommandContext(t.Context(), bed.cli, append(args, command...)...)
	if l.password != "" {
		cli.Env = append(os.Environ(), "VALKEYCLI_AUTH="+l.password, "REDISCLI_AUTH="+l.password)
	}
	out, err := cli.CombinedOutput()
	reply := strings.TrimSpace(string(out))
	if err != nil {
		return reply, fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, reply)
	}
	return reply, nil
}

// operatorLogin is the operator's own, for a test that looks into a server.
func operatorLogin(t *testing.T, c *v1alpha1.ValkeyCluster) login {
	t.Helper()
	secret := get(t, c.Namespace, names.AuthSecret(c.Name), &corev1.Secret{})
	return login{user: names.UserOperator, password: string(secret.Data[names.OperatorPasswordKey])}
}

// asked is ask for a command that must succeed.
func asked(t *testing.T, address string, l login, command ...string) string {
	t.Helper()
	reply, err := ask(t, address, l, command...)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}
