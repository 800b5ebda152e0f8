package front

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"path/filepath"
	"testing"
	"time"
)

// echo answers each line with itself.
func echo(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				lines := bufio.NewScanner(conn)
				for lines.Scan() {
					_, _ = fmt.Fprintln(conn, lines.Text())
				}
				_ = conn.Close()
			}()
		}
	}()
	return listener.Addr().String()
}

// free finds an address on which nothing listens.
func free(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

type setup struct{ faulty, plain, control string }

func start(t *testing.T) setup {
	t.Helper()
	s := setup{free(t), free(t), filepath.Join(t.TempDir(), "control")}
	f := New(echo(t))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- f.Serve(ctx, Listener{Address: s.faulty, Faulty: true}, Listener{Address: s.plain}) }()
	go func() { done <- f.Control(ctx, s.control) }()
	t.Cleanup(func() {
		cancel()
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
	for _, address := range []string{s.faulty, s.plain} {
		dial(t, address)
	}
	return s
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	for range 100 {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			t.Cleanup(func() { _ = conn.Close() })
			return conn
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("nothing listens on %s", address)
	return nil
}

// answers says whether a line comes back within the limit.
func answers(conn net.Conn, limit time.Duration) bool {
	_ = conn.SetDeadline(time.Now().Add(limit))
	if _, err := fmt.Fprintln(conn, "hello"); err != nil {
		return false
	}
	got, err := bufio.NewReader(conn).ReadString('\n')
	return err == nil && got == "hello\n"
}

func set(t *testing.T, s setup, state State) {
	t.Helper()
	var err error
	for range 100 {
		if err = Set(s.control, state); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Get(s.control); err != nil || got != state {
		t.Fatalf("got %v, %v; want %v", got, err, state)
	}
}

func TestForwards(t *testing.T) {
	s := start(t)
	if !answers(dial(t, s.faulty), 5*time.Second) || !answers(dial(t, s.plain), 5*time.Second) {
		t.Error("without a fault a listener does not answer")
	}
}

func TestDrop(t *testing.T) {
	s := start(t)
	open := dial(t, s.faulty)
	if !answers(open, 5*time.Second) {
		t.Fatal("no answer before the drop")
	}
	set(t, s, State{Drop: true})
	if answers(open, 200*time.Millisecond) || answers(dial(t, s.faulty), 200*time.Millisecond) {
		t.Error("a listener that drops answers")
	}
	if !answers(dial(t, s.plain), 5*time.Second) {
		t.Error("a listener without faults does not answer")
	}
	set(t, s, State{})
	_ = open.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := open.Read(make([]byte, 1)); err == nil {
		t.Error("a stream that lost bytes goes on")
	}
	if !answers(dial(t, s.faulty), 5*time.Second) {
		t.Error("no answer after the drop")
	}
}

func TestDelay(t *testing.T) {
	s := start(t)
	set(t, s, State{Delay: 300 * time.Millisecond})
	if answers(dial(t, s.faulty), 100*time.Millisecond) {
		t.Error("an answer came before the delay")
	}
	if !answers(dial(t, s.faulty), 5*time.Second) {
		t.Error("no answer after the delay")
	}
}
