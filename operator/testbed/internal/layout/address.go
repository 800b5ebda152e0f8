package layout

// CgroupRoot is the cgroup, in every hierarchy, below which all processes of the testbed run.
const CgroupRoot = "/valkey-menu-testbed"

// OperatorCgroup is that of the operator under test.
const OperatorCgroup = CgroupRoot + "/operator"

// The one link layer of host, nodes and pods.
const (
	PodCIDR   = "10.244.0.0/16"
	PodPrefix = "/16"
	Host      = "10.244.0.1"
	HostLink  = "vmt0"
	// Operator is the address of the operator under test when it runs beside the nodes.
	Operator     = "10.244.0.2"
	OperatorName = "operator"
	SwitchName   = "switch"
	ServiceCIDR  = "10.96.0.0/16"
	// ServiceAPI is the address that the API server gives to the Service kubernetes, and pods call.
	ServiceAPI    = "10.96.0.1"
	ClusterDomain = "cluster.local"
)

// Listeners. Those of the host are on loopback, and those for pods and nodes on Host or ServiceAPI.
const (
	EtcdClient        = "127.0.0.1:23790"
	EtcdPeer          = "127.0.0.1:23800"
	APIServerPort     = "26443"
	APIServer         = "127.0.0.1:" + APIServerPort
	FrontPort         = "26444"
	Front             = "127.0.0.1:" + FrontPort
	FrontNodes        = Host + ":6443"
	FrontPods         = ServiceAPI + ":443"
	ControllerManager = "26257"
	Scheduler         = "26259"
	DNSPort           = "53"
)

// KubeletPort and KubeletHealthPort are the same on each node, since each has its own network namespace.
const (
	KubeletPort       = 10250
	KubeletHealthPort = 10248
)
