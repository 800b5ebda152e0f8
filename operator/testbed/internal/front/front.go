package front

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Listener is one address that the front serves.
type Listener struct {
	Address string
	// Faulty listeners feel delay and drop; others always forward.
	Faulty bool
}

// Front forwards from its listeners to one target.
type Front struct {
	target string

	mu    sync.Mutex
	state State
	// open holds both ends of the connections that a drop breaks.
	open map[net.Conn]bool
}

// State is what the front does to its faulty listeners' connections.
type State struct {
	// Delay is added to every chunk that a client sends.
	Delay time.Duration `json:"delay"`
	// Drop keeps connections open but moves no byte, as a network that loses all packets does.
	Drop bool `json:"drop"`
}

// New makes a front for the target address.
func New(target string) *Front { return &Front{target: target, open: map[net.Conn]bool{}} }

// Serve accepts on all listeners until the context ends.
func (f *Front) Serve(ctx context.Context, listeners ...Listener) error {
	var all []net.Listener
	for _, l := range listeners {
		socket, err := net.Listen("tcp", l.Address)
		if err != nil {
			return fmt.Errorf("listening for the API server: %w", err)
		}
		all = append(all, socket)
		go f.accept(ctx, socket, l.Faulty)
	}
	<-ctx.Done()
	var failed []error
	for _, socket := range all {
		failed = append(failed, socket.Close())
	}
	return errors.Join(failed...)
}

// Set changes what happens to connections, also to open ones.
func (f *Front) Set(state State) {
	f.mu.Lock()
	defer f.mu.Unlock()
	wasDropping := f.state.Drop
	f.state = state
	if wasDropping && !state.Drop {
		// Bytes were lost from these streams, so they can only be broken.
		for conn := range f.open {
			_ = conn.Close()
		}
	}
}

// Get returns the current state.
func (f *Front) Get() State {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}

func (f *Front) accept(ctx context.Context, socket net.Listener, faulty bool) {
	for {
		client, err := socket.Accept()
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, net.ErrClosed) {
				time.Sleep(10 * time.Millisecond)
				continue
			}
			return
		}
		go f.forward(client, faulty)
	}
}

func (f *Front) forward(client net.Conn, faulty bool) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", f.target)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	if faulty {
		f.track(client, server)
		defer f.untrack(client, server)
	}
	done := make(chan struct{}, 2)
	go func() { f.copy(server, client, faulty, true); done <- struct{}{} }()
	go func() { f.copy(client, server, faulty, false); done <- struct{}{} }()
	<-done
}

func (f *Front) copy(to, from net.Conn, faulty, delayed bool) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			state := State{}
			if faulty {
				state = f.Get()
			}
			if delayed && state.Delay > 0 {
				time.Sleep(state.Delay)
			}
			if !state.Drop {
				if _, err := to.Write(buffer[:n]); err != nil {
					return
				}
			}
		}
		if errors.Is(err, io.EOF) || err != nil {
			return
		}
	}
}

func (f *Front) track(conns ...net.Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, conn := range conns {
		f.open[conn] = true
	}
}

func (f *Front) untrack(conns ...net.Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, conn := range conns {
		delete(f.open, conn)
	}
}
