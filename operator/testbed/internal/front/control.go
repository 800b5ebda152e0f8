package front

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"time"
)

// Control serves changes of state on a Unix socket: a client sends one State as JSON, or {"get":true}, and reads the
// state that holds from then on.
func (f *Front) Control(ctx context.Context, socket string) error {
	if err := os.Remove(socket); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("serving the front's control: %w", err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return fmt.Errorf("serving the front's control: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer stop()
	for {
		conn, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("serving the front's control: %w", err)
		}
		f.answer(conn)
	}
}

type request struct {
	State
	Get bool `json:"get"`
}

func (f *Front) answer(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Second))
	var asked request
	if err := json.NewDecoder(conn).Decode(&asked); err != nil {
		return
	}
	if !asked.Get {
		f.Set(asked.State)
	}
	_ = json.NewEncoder(conn).Encode(f.Get()) // A client that went away asks again.
}

// Set asks the front behind the socket for a state.
func Set(socket string, state State) error {
	_, err := ask(socket, request{State: state})
	return err
}

// Get asks the front behind the socket for its state.
func Get(socket string) (State, error) { return ask(socket, request{Get: true}) }

func ask(socket string, asked request) (State, error) {
	conn, err := net.DialTimeout("unix", socket, 2*time.Second)
	if err != nil {
		return State{}, fmt.Errorf("reaching the API front: %w", err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Second))
	if err := json.NewEncoder(conn).Encode(asked); err != nil {
		return State{}, fmt.Errorf("asking the API front: %w", err)
	}
	var state State
	if err := json.NewDecoder(conn).Decode(&state); err != nil {
		return State{}, fmt.Errorf("asking the API front: %w", err)
	}
	return state, nil
}
