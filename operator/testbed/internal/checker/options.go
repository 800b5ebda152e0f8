package checker

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"time"

	"github.com/valkey-io/valkey-go"
)

// Options say which cluster to load, and how much. Only Addresses is required.
type Options struct {
	Addresses []string    // host:port of one or more nodes
	TLS       *tls.Config // nil for plain TCP; see LoadTLS
	Username  string      // the ACL user; empty for the default one
	Password  string

	Rate         int           // writes a second to each shard, 600 if 0
	Workers      int           // writes under way at once to each shard, 16 if 0
	ValueSize    int           // bytes, 64 if 0
	WriteTimeout time.Duration // after it a write is unknown; 1 s if 0
	MaxDuration  time.Duration // writing ends by itself after it, 10 min if 0
	MaxWrites    int           // or after that many writes, 5 million if 0
	VerifyWithin time.Duration // how long the reading back may take, 60 s if 0
	SkipReplicas bool          // read back from the primaries only
}

func (o Options) withDefaults() (Options, error) {
	if len(o.Addresses) == 0 {
		return o, errors.New("the checker needs the address of a node")
	}
	if o.Rate < 0 || o.Workers < 0 || o.ValueSize < 0 || o.WriteTimeout < 0 || o.MaxDuration < 0 || o.MaxWrites < 0 || o.VerifyWithin < 0 {
		return o, errors.New("the checker's limits cannot be negative")
	}
	o.Rate = orElse(o.Rate, 600)
	o.Workers = orElse(o.Workers, 16)
	o.ValueSize = orElse(o.ValueSize, 64)
	o.WriteTimeout = orElse(o.WriteTimeout, time.Second)
	o.MaxDuration = orElse(o.MaxDuration, 10*time.Minute)
	o.MaxWrites = orElse(o.MaxWrites, 5_000_000)
	o.VerifyWithin = orElse(o.VerifyWithin, time.Minute)
	return o, nil
}

func orElse[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}

// clientOption is the client as an application with care would set it up: a connection that says nothing for 2 s is
// given up, and the slot map is read each second even if no redirect asks for it. valkey-go repeats no write by itself.
func (o Options) clientOption(seen func(redirect)) valkey.ClientOption {
	option := valkey.ClientOption{
		InitAddress: o.Addresses, Username: o.Username, Password: o.Password, TLSConfig: o.TLS,
		ClientName: "testbed-checker", DisableCache: true, ConnWriteTimeout: 2 * time.Second,
		Dialer:        net.Dialer{Timeout: time.Second, KeepAlive: time.Second},
		ClusterOption: valkey.ClusterOption{ShardsRefreshInterval: time.Second, MaxMovedRedirections: 16},
	}
	option.DialCtxFn = func(ctx context.Context, address string, dialer *net.Dialer, config *tls.Config) (net.Conn, error) {
		conn, err := dial(ctx, address, dialer, config)
		if err != nil {
			return nil, err
		}
		return &watchedConn{Conn: conn, lines: lineScanner{seen: seen}}, nil
	}
	return option
}

// nodeOption is for a talk with one node alone.
func (o Options) nodeOption(address string) valkey.ClientOption {
	option := o.clientOption(func(redirect) {})
	option.InitAddress, option.ForceSingleClient, option.DisableRetry = []string{address}, true, true
	return option
}

func dial(ctx context.Context, address string, dialer *net.Dialer, config *tls.Config) (net.Conn, error) {
	if config == nil {
		return dialer.DialContext(ctx, "tcp", address)
	}
	return (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext(ctx, "tcp", address)
}
