//go:build e2e

package apply

import (
	"bytes"
	"io"
	"net/http"
	"sync"
)

// requests records what was sent to the API server.
type requests struct {
	next http.RoundTripper
	mu   sync.Mutex
	// writes are "METHOD path"; all counts reads too.
	writes []string
	all    int
	body   []byte // of the last write
}

func (r *requests) RoundTrip(request *http.Request) (*http.Response, error) {
	r.mu.Lock()
	r.all++
	if request.Method != http.MethodGet {
		r.writes = append(r.writes, request.Method+" "+request.URL.Path)
		r.body = nil
		if request.Body != nil {
			sent, err := io.ReadAll(request.Body)
			if err != nil {
				r.mu.Unlock()
				return nil, err
			}
			r.body = sent
			request.Body = io.NopCloser(bytes.NewReader(sent))
		}
	}
	r.mu.Unlock()
	return r.next.RoundTrip(request)
}

// taken returns the writes since it was last called.
func (r *requests) taken() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	writes := r.writes
	r.writes, r.all = nil, 0
	return writes
}
