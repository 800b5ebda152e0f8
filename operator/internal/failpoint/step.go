package failpoint

import "github.com/valkey-menu/valkey-menu/lib/plan"

// Step is a side effect.
type Step string

// The steps that are no actions of the plan.
const (
	AddFinalizer    Step = "AddFinalizer"
	ApplySecret     Step = "ApplySecret"
	ApplyService    Step = "ApplyService"
	ApplyACL        Step = "ApplyACL"
	ApplyNodeConfig Step = "ApplyNodeConfig"
	CreatePod       Step = "CreatePod"
	MarkPod         Step = "MarkPod"
	WriteStatus     Step = "WriteStatus"
)

// Steps lists every step.
func Steps() []Step {
	steps := []Step{AddFinalizer, ApplySecret, ApplyService, ApplyACL, ApplyNodeConfig, CreatePod, MarkPod, WriteStatus}
	for _, kind := range plan.ActionKinds() {
		steps = append(steps, Step(kind))
	}
	return steps
}
