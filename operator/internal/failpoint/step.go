package failpoint

import "github.com/valkey-menu/valkey-menu/lib/plan"

// Step is a side effect.
type Step string

// The steps that are no actions of the plan.
const (
	AddFinalizer    Step = "AddFinalizer"
	ApplySecret     Step = "ApplySecret"
	AddPrimaryAuth  Step = "AddPrimaryAuth" // to a Secret that lacks it
	ApplyService    Step = "ApplyService"
	EmptyLists      Step = "EmptyLists" // of an object whose lists somebody else changed
	ApplyACL        Step = "ApplyACL"
	ApplyBudget     Step = "ApplyBudget"
	DeleteBudget    Step = "DeleteBudget"
	AnnotatePod     Step = "AnnotatePod" // with what the cluster asks for
	NudgePod        Step = "NudgePod"    // so that the kubelet updates its files
	MarkServer      Step = "MarkServer"  // the id of a server on its node
	WriteStatus     Step = "WriteStatus"
	WriteMenuStatus Step = "WriteMenuStatus"

	ApplyNodeConfig Step = "ApplyNodeConfig"
	CreatePod       Step = "CreatePod"
	MarkPod         Step = "MarkPod"     // on its node, that its pod was made
	MarkRefusal     Step = "MarkRefusal" // on its node, why its pod is refused
	MarkEnd         Step = "MarkEnd"     // on its node, that its pod has ended

	LoadACL        Step = "LoadACL"
	SetPrimaryAuth Step = "SetPrimaryAuth"
	ReloadTLS      Step = "ReloadTLS"

	// Of a cluster that is deleted, in that order; the third also where a node alone
	// goes.
	RemovePod      Step = "RemovePod"
	RemoveNode     Step = "RemoveNode"
	ReleaseNode    Step = "ReleaseNode" // by taking its finalizer off
	ReleaseCluster Step = "ReleaseCluster"
)

// Steps lists every step.
func Steps() []Step {
	steps := []Step{
		AddFinalizer, ApplySecret, AddPrimaryAuth, ApplyService, EmptyLists, ApplyACL, ApplyBudget, DeleteBudget,
		AnnotatePod, NudgePod, MarkServer, WriteStatus, WriteMenuStatus,
		ApplyNodeConfig, CreatePod, MarkPod, MarkRefusal, MarkEnd,
		LoadACL, SetPrimaryAuth, ReloadTLS,
		RemovePod, RemoveNode, ReleaseNode, ReleaseCluster,
	}
	for _, kind := range plan.ActionKinds() {
		steps = append(steps, Step(kind))
	}
	return steps
}
