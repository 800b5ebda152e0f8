package settings

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

// clusterDomain reads the DNS domain of Services, without a dot at either end:
// names are joined with dots around it.
func (e *environment) clusterDomain(byDefault string) string {
	const accepted = "must be a DNS name in lower case without a dot at its start or end"
	value, ok := e.required(ClusterDomain, accepted)
	if !ok {
		return byDefault
	}
	if len(validation.IsDNS1123Subdomain(value)) > 0 {
		e.problem(ClusterDomain, value, accepted, "for example cluster.local")
	}
	return value
}

// podUser reads the numeric user of pods. Set but empty means nil, for platforms
// that assign one. Only the usual spelling of a number is accepted, since "0999"
// and "+999" are more likely mistakes than wishes.
func (e *environment) podUser(byDefault *int64) *int64 {
	const accepted = "must be a number from 1 to 2147483647, or empty where the platform assigns the user"
	value, ok := e.lookup(PodUser)
	if !ok {
		return byDefault
	}
	if value == "" {
		return nil
	}
	user, err := strconv.ParseInt(value, 10, 64)
	switch {
	case err != nil || strconv.FormatInt(user, 10) != value:
		e.problem(PodUser, value, accepted, "")
	case user == 0:
		e.problem(PodUser, value, accepted, "0 is root, and pods never run as root")
	case user < 0 || user > math.MaxInt32:
		e.problem(PodUser, value, accepted, "")
	}
	return &user
}

// maxRolling reads how many clusters may roll at the same time.
func (e *environment) maxRolling(byDefault int) int {
	const accepted = "must be a number from 0, which sets no limit, to 1000000"
	value, ok := e.required(MaxRollingClusters, accepted)
	if !ok {
		return byDefault
	}
	limit, err := strconv.Atoi(value)
	if err != nil || strconv.Itoa(limit) != value || limit < 0 || limit > 1_000_000 {
		e.problem(MaxRollingClusters, value, accepted, "")
	}
	return limit
}

// namespaces reads the list of namespaces to watch. Blanks around a name do not
// count. A list that names nothing is a mistake unless it is empty: "," must not
// widen the watch to all namespaces.
func (e *environment) namespaces() []string {
	const accepted = "must be names of namespaces with commas between them, or empty for all"
	value, ok := e.lookup(WatchNamespaces)
	if !ok || value == "" {
		return nil
	}
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			e.problem(WatchNamespaces, value, accepted, "a name is missing beside a comma")
			return nil
		case len(validation.IsDNS1123Label(name)) > 0:
			e.problem(WatchNamespaces, value, accepted, strconv.Quote(name)+" is no name of a namespace")
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
