package servertest

import (
	"context"
	"crypto/tls"
	"net"
	"testing"

	"github.com/valkey-io/valkey-go"
)

// Admin runs a command as the default user, who may do everything, on a connection
// of its own.
func (s *Server) Admin(t testing.TB, words ...string) valkey.ValkeyResult {
	t.Helper()
	var result valkey.ValkeyResult
	err := s.session(t.Context(), func(client valkey.Client) {
		result = client.Do(t.Context(), client.B().Arbitrary(words...).Build())
	})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func (s *Server) ping(ctx context.Context) error {
	var reply error
	err := s.session(ctx, func(client valkey.Client) { reply = client.Do(ctx, client.B().Ping().Build()).Error() })
	if err != nil {
		return err
	}
	return reply
}

func (s *Server) session(ctx context.Context, use func(valkey.Client)) error {
	conn, err := s.dial(ctx)
	if err != nil {
		return err
	}
	client, err := valkey.NewClient(valkey.ClientOption{
		DialCtxFn: func(context.Context, string, *net.Dialer, *tls.Config) (net.Conn, error) { return conn, nil }, InitAddress: []string{"admin"},
		ForceSingleClient: true, DisableCache: true, DisableRetry: true, PipelineMultiplex: -1, ClientSetInfo: valkey.DisableClientSetInfo,
	})
	if err != nil {
		_ = conn.Close()
		return err
	}
	defer func() {
		_ = conn.Close() // first, else the client would say PING
		client.Close()
	}()
	use(client)
	return nil
}

func (s *Server) dial(ctx context.Context) (net.Conn, error) {
	if s.tls == nil {
		return new(net.Dialer).DialContext(ctx, "tcp", s.Endpoint())
	}
	return (&tls.Dialer{Config: s.tls}).DialContext(ctx, "tcp", s.Endpoint())
}
