package gitrev

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// MaxObject bounds one file or folder, in bytes. It is above what the readers of
// manifests take, so that they report their own limit.
const MaxObject = 80 << 20

var (
	errTooLarge = errors.New("the object is larger than 80 MiB")
	errMissing  = errors.New("the object is not in this clone, which is a partial one or damaged: fetch it first")
)

// objects is one run of git cat-file --batch: an id is written to it, and it
// answers with the object. Several goroutines may use it.
type objects struct {
	mutex sync.Mutex
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
}

func startObjects(dir string) (*objects, error) {
	cmd, err := command(dir, "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting git: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting git: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting git: %w", err)
	}
	return &objects{cmd: cmd, in: in, out: bufio.NewReader(out)}, nil
}

// close ends git. It had nothing to write, so how it ends does not matter.
func (o *objects) close() error {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	err := o.in.Close()
	_, _ = io.Copy(io.Discard, o.out)
	_ = o.cmd.Wait()
	return err
}

// read returns an object, which must be of the kind: blob or tree.
func (o *objects) read(id, kind string) ([]byte, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if _, err := io.WriteString(o.in, id+"\n"); err != nil {
		return nil, errMissing // git ended, as some versions do over a failed fetch
	}
	header, err := o.out.ReadString('\n')
	if err != nil {
		return nil, errMissing
	}
	words := strings.Fields(header)
	if len(words) != 3 {
		return nil, errMissing
	}
	size, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil {
		return nil, fmt.Errorf("git cat-file answers %q", strings.TrimSpace(header))
	}
	if size > MaxObject {
		_, err := io.CopyN(io.Discard, o.out, size+1)
		return nil, errors.Join(errTooLarge, err)
	}
	data := make([]byte, size+1) // a newline ends it
	if _, err := io.ReadFull(o.out, data); err != nil {
		return nil, fmt.Errorf("reading from git: %w", err)
	}
	if words[1] != kind {
		return nil, fmt.Errorf("the object is a %s and not a %s", words[1], kind)
	}
	return data[:size], nil
}
