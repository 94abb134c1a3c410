package rubric

// This file holds plans: lists of host calls that a learner writes.

import "gpucourse/gpusim/plan"

// Plan is one plan of an exercise: a package variable of type []plan.Call.
type Plan struct {
	Name    string // of the variable
	Devices []string
	Kernels []string // kernels of the submission that the plan launches; they must stay unchanged
	Checks  []PlanCheck
	Goals   []PlanGoal
}

// PlanCheck is a requirement on what a plan does.
type PlanCheck struct {
	Wrong func(*plan.Outcome) string // what is wrong, or ""
	Hint  string
}

// PlanGoal is an upper limit on a count.
type PlanGoal struct {
	Name  string // "contexts left"
	Count func(*plan.Outcome) int
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
