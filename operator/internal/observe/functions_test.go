package observe_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// dialled asks a server that listens on this port of the loopback address.
type dialled int

func (port dialled) Ask(ctx context.Context, _ *v1alpha1.ValkeyNode, _ string) (topology.Server, error) {
	target := valkeyconn.Target{IP: "127.0.0.1", Port: int(port), Passwords: valkeyconn.Passwords{"secret"}}
	conn, err := valkeyconn.New(valkeyconn.Options{}).Open(ctx, target)
	if err != nil {
		return topology.Server{}, err
	}
	defer conn.Close()
	return conn.Look(ctx)
}

// stuffed listens like a server whose function libraries are longer than anybody
// reads.
func stuffed(t *testing.T) dialled {
	t.Helper()
	bulk := func(text string) string { return fmt.Sprintf("$%d\r\n%s\r\n", len(text), text) }
	answers := map[string]string{
		"HELLO 3":                   "%1\r\n" + bulk("proto") + ":3\r\n",
		"CLUSTER NODES":             bulk("aa01 10.0.0.1:6379@16379 myself,master - 0 0 3 connected 0-99\n"),
		"CLUSTER INFO":              bulk("cluster_state:ok\r\ncluster_slots_assigned:1\r\ncluster_known_nodes:1\r\ncluster_size:1\r\ncluster_current_epoch:3\r\ncluster_my_epoch:3\r\n"),
		"INFO replication":          bulk("role:master\r\nconnected_slaves:0\r\nmaster_replid:ff\r\nmaster_replid2:00\r\nmaster_repl_offset:7\r\n"),
		"CLUSTER GETSLOTMIGRATIONS": "*0\r\n",
		"ACL GETUSER":               "_\r\n",
		"INFO keyspace":             bulk(""),
		"FUNCTION LIST":             "*65537\r\n",
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		for in := bufio.NewReader(conn); ; {
			words, err := command(in)
			if err != nil {
				return
			}
			if _, err := io.WriteString(conn, answers[strings.Join(words[:2], " ")]); err != nil {
				return
			}
		}
	}()
	return dialled(listener.Addr().(*net.TCPAddr).Port)
}

// command reads an array of words without line ends.
func command(in *bufio.Reader) ([]string, error) {
	line, err := in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	count, err := strconv.Atoi(strings.TrimSpace(line[1:]))
	words := make([]string, count)
	for i := range words {
		if _, err = in.ReadString('\n'); err != nil {
			return nil, err
		}
		if words[i], err = in.ReadString('\n'); err != nil {
			return nil, err
		}
		words[i] = strings.TrimSpace(words[i])
	}
	return words, err
}

// TestFunctionsHideNobody: a tenant who stuffs a server with functions leaves these
// unknown and nothing else.
func TestFunctionsHideNobody(t *testing.T) {
	w := world(t, node("cache-00001", "ours"), pod("cache-00001", "cache-00001", "10.0.0.1"))
	w.Ask(t.Context(), stuffed(t))
	s, known := w.View.Nodes[0].Server.Get()
	if !known || s.ID != "aa01" {
		t.Fatalf("the server is unknown: %s", w.View.Nodes[0].Server.Why())
	}
	if why := s.Functions.Why(); s.Functions.Known() || !strings.Contains(why, "more than 65536 elements") {
		t.Errorf("its functions are %+v, want unknown ones that are too many", s.Functions)
	}
}
