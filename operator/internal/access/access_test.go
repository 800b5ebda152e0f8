package access

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
	"github.com/valkey-menu/valkey-menu/lib/topology"
	"github.com/valkey-menu/valkey-menu/operator/internal/valkeyconn"
)

// listening shakes hands with whoever comes, if it has a certificate, and refuses
// every command. It returns its port.
func listening(t *testing.T, pair *tls.Certificate) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	address, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		t.Fatalf("listening at %v", l.Addr())
	}
	if pair != nil {
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{*pair}, MinVersion: tls.VersionTLS12})
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				buffer := make([]byte, 4096)
				for {
					if _, err := c.Read(buffer); err != nil {
						return
					}
					if _, err := io.WriteString(c, "-NOPERM no\r\n"); err != nil {
						return
					}
				}
			}()
		}
	}()
	return address.Port
}

func dialer() *valkeyconn.Dialer { return valkeyconn.New(valkeyconn.Options{}) }

func node(tlsSecret string) *v1alpha1.ValkeyNode {
	return &v1alpha1.ValkeyNode{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "cache-0"},
		Spec:       v1alpha1.ValkeyNodeSpec{ClusterName: clusterName, TLSSecret: tlsSecret},
	}
}

// TestOpenNeedsWhatItNeeds: without a password or a root nothing is dialled, least
// of all in plaintext.
func TestOpenNeedsWhatItNeeds(t *testing.T) {
	locked, unread := errors.New("the Secret is gone"), errors.New("forbidden")
	for name, c := range map[string]struct {
		access Access
		want   error
	}{
		"locked":                {Access{Locked: locked, Roots: map[string]Root{"cert": {PEM: []byte("x")}}}, locked},
		"no root was read":      {Access{Roots: map[string]Root{}}, errNoRoot},
		"that of another":       {Access{Roots: map[string]Root{"other": {PEM: []byte("x")}}}, errNoRoot},
		"it could not be read":  {Access{Roots: map[string]Root{"cert": {Err: unread}}}, unread},
		"it holds no authority": {Access{Roots: map[string]Root{"cert": {PEM: []byte("x")}}, Passwords: []string{"p"}}, valkeyconn.ErrTLS},
	} {
		c.access.Dialer, c.access.ClusterDomain = dialer(), domain
		if _, err := c.access.Open(t.Context(), node("cert"), "127.0.0.1"); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if _, err := c.access.Ask(t.Context(), node("cert"), "127.0.0.1"); !errors.Is(err, c.want) {
			t.Errorf("%s, asked: %v, want %v", name, err, c.want)
		}
	}
}

// TestProbe: nobody there is an answer, somebody who is not proven is none.
func TestProbe(t *testing.T) {
	root, other := newAuthority(t, "root", -hour, hour), newAuthority(t, "other", -hour, hour)
	pair := secret(t, root, -hour, hour, nil, root.PEM).pair(t)
	secured, plain := listening(t, &pair), listening(t, nil)
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free, _ := gone.Addr().(*net.TCPAddr)
	_ = gone.Close()
	hung, err := net.Listen("tcp", "127.0.0.1:0") // the kernel accepts, nobody answers
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = hung.Close() }()
	silent, _ := hung.Addr().(*net.TCPAddr)
	locked := errors.New("locked")
	roots := func(all ...Root) map[string]Root {
		m := map[string]Root{}
		for i, r := range all {
			m[string(rune('a'+i))] = r
		}
		return m
	}
	for name, c := range map[string]struct {
		access Access
		port   int
		want   error // nil where nobody answers
	}{
		"nobody, without TLS":      {Access{}, free.Port, nil},
		"nobody, with TLS":         {Access{Roots: roots(Root{PEM: root.PEM})}, free.Port, nil},
		"it hangs, without TLS":    {Access{}, silent.Port, valkeyconn.ErrUnreachable},
		"it hangs, with TLS":       {Access{Roots: roots(Root{PEM: root.PEM})}, silent.Port, valkeyconn.ErrUnreachable},
		"it lets nobody in":        {Access{}, plain, valkeyconn.ErrServer},
		"proven by one of two":     {Access{Roots: roots(Root{PEM: other.PEM}, Root{PEM: root.PEM})}, secured, valkeyconn.ErrServer},
		"proven by no root":        {Access{Roots: roots(Root{PEM: other.PEM})}, secured, valkeyconn.ErrUntrusted},
		"no root could be read":    {Access{Roots: roots(Root{Err: locked})}, secured, valkeyconn.ErrTLS},
		"an unread root is no TLS": {Access{Roots: roots(Root{Err: locked})}, plain, valkeyconn.ErrTLS},
		"locked":                   {Access{Locked: locked}, plain, locked},
	} {
		c.access.Dialer, c.access.Passwords = dialer(), []string{"a-password"}
		id, err := c.access.Probe(t.Context(), topology.Peer{Address: "127.0.0.1", Port: c.port, Hostname: "cache-0.cache.team-a.svc.cluster.local"})
		if id != "" || !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s: %q and %v, want %v", name, id, err, c.want)
		}
	}
}

// TestLockedOut: who swapped the root is told the way back.
func TestLockedOut(t *testing.T) {
	for name, c := range map[string]struct {
		kind error
		want bool
	}{
		"unknown authority": {valkeyconn.ErrUntrusted, true},
		"another name":      {valkeyconn.ErrTLS, false},
		"nobody there":      {valkeyconn.ErrUnreachable, false},
	} {
		got := wayBack(c.kind, "cert")
		if !errors.Is(got, c.kind) || strings.Contains(got.Error(), `if ca.crt of TLS Secret "cert" was replaced, put the former root back`) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if wayBack(nil, "cert") != nil {
		t.Error("there is a way back from nothing")
	}
}
