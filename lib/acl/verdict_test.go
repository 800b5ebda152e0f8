package acl

import (
	"testing"

	"github.com/valkey-menu/valkey-menu/lib/api/v1alpha1"
)

func TestVerdicts(t *testing.T) {
	cases := map[string]struct {
		rules string
		argv  []string
		want  Verdict
	}{
		"allowed":                      {"~app:* +set", []string{"SET", "app:1", "x"}, Verdict{Allowed: true}},
		"other key":                    {"~app:* +set", []string{"SET", "b", "x"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"second key":                   {"~app:* +mget", []string{"MGET", "app:1", "b", "app:2"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"other command":                {"~* +get", []string{"set", "k", "v"}, Verdict{Reason: CommandForbidden, Object: "set"}},
		"other subcommand":             {"+config|get", []string{"CONFIG", "SET", "a", "b"}, Verdict{Reason: CommandForbidden, Object: "config|set"}},
		"case of a key":                {"~app +get", []string{"GET", "APP"}, Verdict{Reason: KeyForbidden, Object: "APP"}},
		"no such command":              {"+@all", []string{"FROB"}, Verdict{Reason: UnknownCommand, Object: "FROB"}},
		"no such subcommand":           {"+@all", []string{"CONFIG", "FROB"}, Verdict{Reason: UnknownCommand, Object: "CONFIG"}},
		"no command":                   {"+@all", nil, Verdict{Reason: UnknownCommand}},
		"too few arguments":            {"+@all ~*", []string{"SET", "k"}, Verdict{Reason: WrongArguments, Object: "set"}},
		"too many arguments":           {"+@all ~*", []string{"GET", "k", "l"}, Verdict{Reason: WrongArguments, Object: "get"}},
		"login needs nothing":          {"-@all", []string{"AUTH", "u", "p"}, Verdict{Allowed: true}},
		"read pattern":                 {"%R~k +@all", []string{"GET", "k"}, Verdict{Allowed: true}},
		"write with a read pattern":    {"%R~k +@all", []string{"SET", "k", "v"}, Verdict{Reason: KeyForbidden, Object: "k"}},
		"read with a write pattern":    {"%W~k +@all", []string{"GET", "k"}, Verdict{Reason: KeyForbidden, Object: "k"}},
		"copy from read to write":      {"%R~a %W~b +@all", []string{"COPY", "a", "b"}, Verdict{Allowed: true}},
		"copy from write to read":      {"%R~a %W~b +@all", []string{"COPY", "b", "a"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"read and write join":          {"%R~k %W~k +@all", []string{"GETDEL", "k"}, Verdict{Allowed: true}},
		"read and write do not":        {"%R~k %W~k* +@all", []string{"GETDEL", "k"}, Verdict{Reason: KeyForbidden, Object: "k"}},
		"set that also reads":          {"%W~k +@all", []string{"SET", "k", "v", "NX", "GET"}, Verdict{Reason: KeyForbidden, Object: "k"}},
		"set that only writes":         {"%W~k +@all", []string{"SET", "k", "v", "NX"}, Verdict{Allowed: true}},
		"bitfield that only reads":     {"%R~k +@all", []string{"BITFIELD", "k", "GET", "u8", "0"}, Verdict{Allowed: true}},
		"existence needs no access":    {"%W~k +@all", []string{"EXISTS", "k"}, Verdict{Allowed: true}},
		"keys of a script":             {"~a +@all", []string{"EVAL", "return 1", "2", "a", "b", "c"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"arguments of a script":        {"~a +@all", []string{"EVAL", "return 1", "1", "a", "b"}, Verdict{Allowed: true}},
		"streams":                      {"~a +@all", []string{"XREAD", "COUNT", "1", "STREAMS", "a", "b", "0", "0"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"stored sort":                  {"%R~a %W~b +@all", []string{"SORT", "a", "STORE", "c"}, Verdict{Reason: KeyForbidden, Object: "c"}},
		"migrated keys":                {"~a +@all", []string{"MIGRATE", "h", "1", "", "0", "1", "KEYS", "a", "b"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"stored georadius":             {"%R~a +@all", []string{"GEORADIUS", "a", "1", "2", "3", "km", "STORE", "b"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"keys and values of msetex":    {"~a ~b +@all", []string{"MSETEX", "2", "a", "x", "b", "y"}, Verdict{Allowed: true}},
		"flushall touches no key":      {"~app:* +@write", []string{"FLUSHALL"}, Verdict{Allowed: true}},
		"channel":                      {"&news:* +@pubsub", []string{"PUBLISH", "news:1", "m"}, Verdict{Allowed: true}},
		"other channel":                {"&news:* +@pubsub", []string{"SUBSCRIBE", "news:1", "old"}, Verdict{Reason: ChannelForbidden, Object: "old"}},
		"shard channel":                {"&news:* +@pubsub", []string{"SPUBLISH", "old", "m"}, Verdict{Reason: ChannelForbidden, Object: "old"}},
		"pattern granted":              {"&news:* +@pubsub", []string{"PSUBSCRIBE", "news:*"}, Verdict{Allowed: true}},
		"pattern inside one granted":   {"&news:* +@pubsub", []string{"PSUBSCRIBE", "news:1*"}, Verdict{Reason: ChannelForbidden, Object: "news:1*"}},
		"leaving needs no channel":     {"+@pubsub", []string{"UNSUBSCRIBE", "old"}, Verdict{Allowed: true}},
		"selector":                     {"~a +get (~b +set)", []string{"SET", "b", "v"}, Verdict{Allowed: true}},
		"no mix of selectors":          {"~a +get (~b +set)", []string{"GET", "b"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"keys from two selectors":      {"~a +mget (~b +mget)", []string{"MGET", "a", "b"}, Verdict{Reason: KeyForbidden, Object: "b"}},
		"furthest selector tells why":  {"~a +get (~b +set) (+set)", []string{"SET", "k", "v"}, Verdict{Reason: KeyForbidden, Object: "k"}},
		"selector opens no root":       {"(~* +@all)", []string{"GET", "k"}, Verdict{Allowed: true}},
		"first argument":               {"+select|0", []string{"SELECT", "0"}, Verdict{Allowed: true}},
		"other first argument":         {"+select|0", []string{"SELECT", "1"}, Verdict{Reason: CommandForbidden, Object: "select"}},
		"first argument taken back":    {"+select|0 -select", []string{"SELECT", "0"}, Verdict{Reason: CommandForbidden, Object: "select"}},
		"first argument behind nobody": {"+select|0 nocommands", []string{"SELECT", "0"}, Verdict{Reason: CommandForbidden, Object: "select"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := userOf(t, c.rules).MayRun(c.argv...); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestRulesApplyFromLeftToRight(t *testing.T) {
	cases := map[string]struct {
		rules string
		want  bool // may the user CONFIG GET?
	}{
		"nothing":                       {"", false},
		"all":                           {"+@all", true},
		"all in other words":            {"allcommands", true},
		"all, then nothing":             {"+@all nocommands", false},
		"nothing, then all":             {"-@all +@all", true},
		"category taken back":           {"+@all -@dangerous", false},
		"category, then command":        {"-@dangerous +config", true},
		"command, then category":        {"+config -@dangerous", false},
		"subcommand":                    {"+config|get", true},
		"other subcommand":              {"+config|set", false},
		"container without subcommand":  {"+config -config|get", false},
		"container takes subcommand":    {"+config|get -config", false},
		"case does not matter":          {"+CONFIG|Get", true},
		"reset":                         {"+@all reset", false},
		"category of the container":     {"+@slow", true},
		"category that it is not in":    {"+@fast", false},
		"category in upper case":        {"+@ADMIN", true},
		"selectors cleared":             {"(+config) clearselectors", false},
		"selector":                      {"-@all (+config)", true},
		"rules of a selector, in order": {"(+config -@admin)", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			u := userOf(t, c.rules)
			if got := may(u, "CONFIG GET *"); got != c.want {
				t.Errorf("MayRun: %v, want %v", got, c.want)
			}
			if got := u.MayCommand("config", "get"); got != c.want {
				t.Errorf("MayCommand: %v, want %v", got, c.want)
			}
		})
	}
}

func TestMayKeyAndChannel(t *testing.T) {
	u := userOf(t, "%R~r:* %W~w:* ~rw:* &c:* resetkeys %R~r:* %W~w:* (~s:* &sc) (~* resetkeys)")
	const read, write, both = v1alpha1.AccessRead, v1alpha1.AccessWrite, v1alpha1.AccessReadWrite
	for want, keys := range map[bool]map[string]v1alpha1.KeyAccess{
		true:  {"r:1": read, "w:1": write, "s:1": both},
		false: {"r:2": write, "w:2": both, "rw:1": read, "x": read, "s": write},
	} {
		for key, access := range keys {
			if got := u.MayKey(key, access); got != want {
				t.Errorf("%s %s: %v, want %v", access, key, got, want)
			}
		}
	}
	for channel, want := range map[string]bool{"c:1": true, "sc": true, "c": false} {
		if got := u.MayChannel(channel); got != want {
			t.Errorf("channel %s: %v, want %v", channel, got, want)
		}
	}
	if u := userOf(t, "allkeys allchannels"); !u.MayKey("k", both) || !u.MayChannel("c") {
		t.Error("allkeys and allchannels do not open all")
	}
	if u := userOf(t, "~k &c allkeys allchannels resetkeys resetchannels"); u.MayKey("k", read) || u.MayChannel("c") {
		t.Error("resetkeys and resetchannels do not close all")
	}
	if u.MayCommand("nothing", "") {
		t.Error("an unknown command is allowed")
	}
}
