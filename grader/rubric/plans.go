package rubric

// This file holds plans: lists of host calls that a learner writes.

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"gpucourse/gpusim/plan"
)

// Plan is one plan of an exercise: a package variable of type []plan.Call.
type Plan struct {
	Name    string // of the variable
	Form    Form
	Devices []string
	Kernels []string // kernels of the submission that the plan launches; they must stay unchanged
	Checks  []PlanCheck
	Results []PlanResult
	Goals   []PlanGoal
	// Explains and Predicts name a kernel of the submission. Such a plan holds evidence of the kernel's
	// report, or the counters of a real GPU that the learner expects, in the place of calls.
	Explains, Predicts string
}

// PlanCheck is a requirement on what a plan does.
type PlanCheck struct {
	Wrong func(*plan.Outcome) string // what is wrong, or ""
	Hint  string
}

// PlanResult is float32 values that launches of the plan's kernels must have computed. A plan
// is played with other values in its copies to the device, too: what it copied there as a
// result is then wrong.
type PlanResult struct {
	Context, Pointer string
	// Want computes the values, once for each way to compute them; value returns what stands
	// for a number, which is the number itself or another one. 0 always stands for 0.
	Want func(value func(float64) float64) [][]float64
	Hint string
}

// Wrong says which float32 of the result is wrong; "" is none.
func (r *PlanResult) Wrong(o *plan.Outcome, value func(float64) float64) (wrong string) {
	for _, want := range slices.Backward(r.Want(value)) {
		if wrong = r.differs(o, want); wrong == "" {
			return ""
		}
	}
	return wrong
}

func (r *PlanResult) differs(o *plan.Outcome, want []float64) string {
	bytes, err := o.Bytes(r.Context, r.Pointer, floatBytes*len(want))
	if err != nil {
		return fmt.Sprintf("memory %s of context %s cannot be read at the end: %v", r.Pointer, r.Context, err)
	}
	for i, w := range want {
		if got := math.Float32frombits(binary.LittleEndian.Uint32(bytes[floatBytes*i:])); got != float32(w) {
			return fmt.Sprintf("float32 %d of %s in context %s is %v at the end, want %v", i, r.Pointer, r.Context, got, w)
		}
	}
	return ""
}

// PlanGoal is an upper limit on a count.
type PlanGoal struct {
	Name  string                  // "contexts left"
	Count func(*plan.Outcome) int // nil for evidence
	Limit int
	Hint  string
}

// calls counts the calls of a name.
func calls(name string) func(*plan.Outcome) int {
	return func(o *plan.Outcome) int {
		n := 0
		for _, a := range o.Answers {
			if a.Call.Name == name {
				n++
			}
		}
		return n
	}
}

// The goals of an explanation.
const (
	IdlePieces   = "pieces without weight for the claim"
	MissingKinds = "kinds of evidence missing"
	LatePieces   = "pieces too late"
)

// explanation is a plan that explains what limits a kernel, by evidence from its report.
func explanation(kernel string) Plan {
	return Plan{Name: "Explanation", Explains: kernel, Goals: []PlanGoal{
		{Name: IdlePieces, Hint: "would the piece be another one if something else limited the kernel? leave out what is only true"},
		{Name: MissingKinds, Hint: "an explanation says how busy the limit is, what warps wait for, and where; it rules out what else it could be"},
		{Name: LatePieces, Hint: "whoever reads one line alone should have read the strongest"},
	}}
}

// prediction is a plan that predicts counters of a kernel on a real GPU. It is complete or not: nobody here
// knows whether it is right.
func prediction(kernel string) Plan { return Plan{Name: "Prediction", Predicts: kernel} }
