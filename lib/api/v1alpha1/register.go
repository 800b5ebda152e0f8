package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Group and Version name the API; Kind constants are the five kinds in it.
const (
	Group   = "valkey.gomomento.com"
	Version = "v1alpha1"

	KindImage   = "ValkeyImage"
	KindConfig  = "ValkeyConfig"
	KindRole    = "ValkeyRole"
	KindCluster = "ValkeyCluster"
	KindNode    = "ValkeyNode"
)

// APIVersion is the apiVersion of every object of the group.
const APIVersion = Group + "/" + Version

// GroupVersion returns the group and version of this package.
func GroupVersion() schema.GroupVersion {
	return schema.GroupVersion{Group: Group, Version: Version}
}

// AddToScheme registers the five kinds and their lists with s.
func AddToScheme(s *runtime.Scheme) error {
	s.AddKnownTypes(GroupVersion(),
		&ValkeyImage{}, &ValkeyImageList{},
		&ValkeyConfig{}, &ValkeyConfigList{},
		&ValkeyRole{}, &ValkeyRoleList{},
		&ValkeyCluster{}, &ValkeyClusterList{},
		&ValkeyNode{}, &ValkeyNodeList{},
	)
	metav1.AddToGroupVersion(s, GroupVersion())
	return nil
}
