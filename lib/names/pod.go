package names

// Ports of a Valkey node; the bus port is Valkey's own port plus 10000.
const (
	Port        = 6379
	BusPort     = 16379
	PortName    = "valkey"
	BusPortName = "valkey-bus"
)

// Container is the name of the one container of a pod.
const Container = "valkey"

// Directories mounted into a pod. They are directories and never subPath
// mounts, since the kubelet never updates those.
const (
	ConfDir = "/etc/valkey/conf"
	ACLDir  = "/etc/valkey/acl"
	TLSDir  = "/etc/valkey/tls"
	AuthDir = "/etc/valkey/auth"
	DataDir = "/var/lib/valkey"
	TmpDir  = "/tmp"
)

// Files in them.
const (
	ConfFile        = "valkey.conf"
	ACLFile         = "users.acl"
	PrimaryAuthFile = "primaryauth.conf"
	NodesFile       = "nodes.conf"
	TLSCert         = "tls.crt"
	TLSKey          = "tls.key"
	TLSCA           = "ca.crt"
)

// Keys of the credentials Secret beside PrimaryAuthFile.
const (
	OperatorPasswordKey = "operator-password"
	ReplPasswordKey     = "repl-password"

	// Optional, while a password is rotated: a second one that nodes accept.
	PreviousOperatorPasswordKey = "previous-operator-password"
	PreviousReplPasswordKey     = "previous-repl-password"
)

// System users; the prefix is reserved.
const (
	SystemUserPrefix = "_momento_"
	UserOperator     = SystemUserPrefix + "operator"
	UserRepl         = SystemUserPrefix + "repl"
	UserRevision     = SystemUserPrefix + "revision"
)
